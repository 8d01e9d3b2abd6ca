// The panel's view of one service: what it is, its problems, and the trees of what it needs and what needs it.

function nodeLink(id) {
  return element('button', { type: 'button', class: 'link', onclick: () => { select(id); focusView(); } }, isolated(nodes[id].name));
}

// A branch is made when it is opened. One that is already above in its own chain is marked and not opened again.
function tree(id, direction, chain) {
  const list = element('ul', { class: 'tree' });
  for (const index of direction.edgesOf[id]) {
    const next = edges[index][direction.end];
    const isRepeated = chain.includes(next);
    const canOpen = !isRepeated && direction.edgesOf[next].length > 0;
    const row = element('div', { class: 'row' }, canOpen ? opener(next, direction, chain) : element('span', { class: 'leaf' }),
      nodeLink(next), element('span', { class: 'quiet' }, manner(edges[index])),
      isRepeated && element('span', { class: 'repeated' }, 'repeated: a cycle'));
    list.append(element('li', {}, row));
  }
  return list;
}

function opener(id, direction, chain) {
  const label = direction === needs ? 'What it needs' : 'What needs it';
  return element('button', {
    type: 'button', class: 'opener', 'aria-expanded': 'false', 'aria-label': `${label}: ${nodes[id].name}`,
    onclick: (event) => {
      const button = event.currentTarget;
      const isOpen = button.getAttribute('aria-expanded') === 'true';
      button.setAttribute('aria-expanded', String(!isOpen));
      const item = button.closest('li');
      if (isOpen) item.lastElementChild.remove();
      else item.append(tree(id, direction, [...chain, id]));
    },
  });
}

function treeSection(id, direction, title) {
  const direct = new Set(direction.edgesOf[id].map((index) => edges[index][direction.end])).size;
  const all = reach(id, direction).ids.size;
  const totals = direct === 0 ? 'nothing' : all > direct ? `${number(direct)}, ${number(all)} in all` : number(direct);
  return element('section', {}, element('h3', {}, title, ' ', element('span', { class: 'quiet' }, totals)),
    direct > 0 && tree(id, direction, [id]));
}

async function copy(element, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Not allowed for this page, as in some browsers for files: the older way copies what is selected.
    getSelection().selectAllChildren(element);
    document.execCommand('copy');
  }
  announce('Copied');
}

function copyable(text) {
  const code = element('code', {}, isolated(text));
  const button = element('button', {
    type: 'button', class: 'small', 'aria-label': 'Copy place', onclick: async () => {
      await copy(code, text);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    },
  }, 'Copy');
  return [code, ' ', button];
}

function resolvesOf(node) {
  if (node.resolves > 0) return counted(node.resolves, 'time');
  if (node.wasResolved) return 'yes, not counted';
  return isAnyResolved ? 'never' : null;
}

function instanceSentence(instance) {
  const sentence = element('div', {}, `${ordinal(instance.number)} of all, ${instance.age} after start`);
  if (instance.requester) sentence.append(', for ', isolated(instance.requester));
  return sentence;
}

function factList(node) {
  const list = element('dl');
  const add = (term, ...values) => {
    if (values[0] != null && values[0] !== '') list.append(element('dt', {}, term), element('dd', {}, ...values));
  };
  const text = (value) => (value == null || value === '' ? null : isolated(value));
  add('Key', text(node.key));
  add('Made by', text(node.implementation));
  add('Lifetime', text(node.lifetime));
  add('Layer', text(node.layer));
  add('Assembly', text(node.assembly));
  if (place(node)) add('Place', ...copyable(place(node)));
  if (node.instances.length > 0) add('Made', ...node.instances.map(instanceSentence));
  add('Resolved', resolvesOf(node));
  for (const facet of changedFacets.get(node.id) ?? []) add(`Changed ${facet.name}`, isolated(facet.from), ' → ', isolated(facet.to));
  return list;
}

function serviceView() {
  if (state.selected == null) return overview();
  const node = nodes[state.selected];
  const signs = addedNodes.has(node.id) ? ['added'] : [];
  const own = problemsOf[node.id];
  return [
    element('h2', { tabindex: -1 }, isolated(node.name)),
    element('p', { class: 'tags' }, ...[...signs, ...traitsOf[node.id]].map((trait) =>
      element('span', { class: `tag is-${trait.replaceAll(' ', '-')}` }, trait))),
    factList(node),
    element('p', {}, element('button', { type: 'button', onclick: () => startPath(node.id) }, 'Path from here')),
    own.length > 0 && element('section', {}, element('h3', {}, counted(own.length, 'problem')),
      element('ul', { class: 'problems' }, ...own.map(problemItem))),
    treeSection(node.id, needs, 'Needs'),
    treeSection(node.id, neededBy, 'Needed by'),
  ];
}

// The view while nothing is selected.
function overview() {
  const mostNeeded = nodes.toSorted((a, b) => neededBy.edgesOf[b.id].length - neededBy.edgesOf[a.id].length)
    .slice(0, 8).filter((node) => neededBy.edgesOf[node.id].length > 0);
  const layerCount = lanes.filter((lane) => lane.isLayer).length;
  const lifetimes = Map.groupBy(nodes.filter((node) => !node.isMissing), lifetimeOf);
  return [
    element('h2', { tabindex: -1 }, isolated(data.title)),
    element('p', {}, [counted(nodes.length, 'service'), counted(edges.length, 'edge'), counted(layerCount, 'layer'),
      counted(problems.length, 'problem')].join(', ') + '.'),
    element('p', { class: 'quiet' }, 'Choose a service to see what it needs and what needs it.'),
    lifetimes.size > 0 && element('section', {}, element('h3', {}, 'Lifetimes'),
      element('ul', { class: 'bars' }, ...[...lifetimes].sort((a, b) => b[1].length - a[1].length).map(([name, members]) =>
        element('li', {}, isolated(name), element('meter', { max: nodes.length, value: members.length, 'aria-hidden': 'true' }),
          element('span', { class: 'quiet' }, number(members.length)))))),
    mostNeeded.length > 0 && element('section', {}, element('h3', {}, 'Most needed'),
      element('ul', { class: 'tree' }, ...mostNeeded.map((node) => element('li', {}, element('div', { class: 'row' },
        nodeLink(node.id), element('span', { class: 'quiet' }, `by ${number(neededBy.edgesOf[node.id].length)}`)))))),
  ];
}

function pathView() {
  const { from, to, edgeIndexes, isFound, isCycle } = state.path;
  const names = { from: isolated(nodes[from].name), to: isolated(nodes[to].name) };
  const sentence = from === to ? ['Both ends are ', names.from, '.']
    : isFound ? [names.from, ' needs ', names.to, edgeIndexes.length === 1 ? ' directly.' : ` in ${edgeIndexes.length} steps.`,
      isCycle ? ' There is also a way back: both are in a cycle.' : '']
      : ['There is no path: neither ', names.from, ' needs ', names.to, ' nor the other way round, at any depth.'];
  return [
    element('h2', { tabindex: -1 }, 'Path'),
    element('p', {}, ...sentence),
    isFound && element('ol', { class: 'path' }, element('li', {}, nodeLink(from)), ...edgeIndexes.map((index) =>
      element('li', {}, nodeLink(edges[index].to), ' ', element('span', { class: 'quiet' }, manner(edges[index]))))),
    element('p', {}, element('button', { type: 'button', onclick: () => startPath(from) }, 'Choose another end'), ' ',
      element('button', { type: 'button', onclick: clearPath }, 'Clear the path')),
  ];
}
