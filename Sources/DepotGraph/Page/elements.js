// Elements are built of attributes and text nodes: what a name contains never becomes markup.

function element(tag, attributes = {}, ...children) {
  const result = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) result.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) result.setAttribute(name, value === true ? '' : value);
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

const number = (value) => value.toLocaleString('en');
const counted = (value, one, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

function ordinal(value) {
  const tens = value % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th';
  return `${number(value)}${ending}`;
}

// Said to a screen reader; nothing is shown.
function announce(text) {
  byId('announcement').textContent = text;
}
