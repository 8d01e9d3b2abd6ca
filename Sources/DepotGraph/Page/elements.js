// Elements are built of attributes and text nodes: what a name contains never becomes markup.

function element(tag, attributes = {}, ...children) {
  const result = document.createElement(tag);
  if (tag === 'button') result.type = 'button';
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) result.addEventListener(name.slice(2), value);
    else if (value != null) result.setAttribute(name, value);
  }
  fill(result, children);
  return result;
}

// A child that is null or false is left out.
function fill(parent, children) {
  parent.replaceChildren(...children.filter((child) => child != null && child !== false));
}

const byId = (id) => document.getElementById(id);

// A name of the data: isolated, so that text from right to left does not turn its surroundings.
const isolated = (text, attributes) => element('bdi', attributes, text);
const quiet = (text) => element('span', { class: 'quiet' }, text);
const section = (title, count, ...content) => element('section', {}, element('h3', {}, title, ' ', quiet(count)), ...content);

const number = (value) => value.toLocaleString('en');
const counted = (value, noun, many = `${noun}s`) => `${number(value)} ${value === 1 ? noun : many}`;

// Texts with a separator between them, each isolated.
const joined = (texts, separator) => texts.flatMap((text, index) => (index > 0 ? [separator, isolated(text)] : [isolated(text)]));

// Said to a screen reader; nothing is shown.
function announce(text) {
  byId('announcement').textContent = text;
}
