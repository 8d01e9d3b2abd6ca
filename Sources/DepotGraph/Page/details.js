// The panel's view of one service: what it is, its problems, and the trees of what it needs and what needs it.

function nodeLink(id) {
  return element('button', { class: 'link', onclick: () => { select(id); focusView(); } }, isolated(nodes[id].name));
}

// A branch is made when it is opened. One that is already above in its own chain is marked and not opened again.
function tree(id, direction, chain) {
  return element('ul', { class: 'tree' }, ...direction.edgesOf[id].map((index) => {
    const next = edges[index][direction.end];
    const isRepeated = chain.includes(next);
    const canOpen = !isRepeated && direction.edgesOf[next].length > 0;
    return element('li', {}, element('div', { class: 'row' },
      canOpen ? opener(next, direction, chain) : element('span', { class: 'leaf' }),
      nodeLink(next), quiet(manner(edges[index])), isRepeated && element('span', { class: 'repeated' }, 'repeated: a cycle')));
  }));
}

function opener(id, direction, chain) {
  const label = direction === needs ? 'What it needs' : 'What needs it';
  const button = element('button', { class: 'opener', 'aria-expanded': 'false', 'aria-label': `${label}: ${nodes[id].name}` });
  button.addEventListener('click', () => {
    const isOpen = button.ariaExpanded === 'true';
    const item = button.closest('li');
    button.ariaExpanded = String(!isOpen);
    if (isOpen) item.lastElementChild.remove();
    else item.append(tree(id, direction, [...chain, id]));
  });
  return button;
}

function treeSection(id, direction, title) {
  const direct = new Set(direction.edgesOf[id].map((index) => edges[index][direction.end])).size;
  const all = reach(id, direction).ids.size;
  const totals = direct === 0 ? 'nothing' : all > direct ? `${number(direct)}, ${number(all)} in all` : number(direct);
  return section(title, totals, direct > 0 && tree(id, direction, [id]));
}

function copyable(text) {
  const code = element('code', {}, isolated(text));
  const button = element('button', { class: 'small', 'aria-label': 'Copy place' }, 'Copy');
  button.addEventListener('click', () => {
    // The older way to copy also works for files and without a secure connection.
    getSelection().selectAllChildren(code);
    document.execCommand('copy');
    button.textContent = 'Copied';
    announce('Copied');
  });
  return [code, ' ', button];
}

function factList(node) {
  const list = element('dl');
  const add = (term, ...values) => list.append(element('dt', {}, term), element('dd', {}, ...values));
  const texts = {
    Key: node.key, 'Made by': node.implementation, Lifetime: node.lifetime, Layer: node.layer, Assembly: node.assembly,
    Resolved: node.resolves > 0 ? counted(node.resolves, 'time') : node.wasResolved ? 'yes, not counted' : isAnyResolved && 'never',
  };
  for (const [term, text] of Object.entries(texts)) if (text) add(term, isolated(text));
  if (place(node)) add('Place', ...copyable(place(node)));
  for (const { number: made, age, requester } of node.instances) {
    add('Made', `as number ${number(made)}, `, isolated(age), ' after start', requester ? ', for ' : '', isolated(requester ?? ''));
  }
  for (const { name, from, to } of changedFacets.get(node.id) ?? []) add('Changed', isolated(name), ': ', ...joined([from, to], ' → '));
  return list;
}

function serviceView() {
  if (state.selected == null) return overview();
  const node = nodes[state.selected];
  const own = problemsOf[node.id];
  const tags = [...(addedNodes.has(node.id) ? ['added'] : []), ...traitsOf[node.id]];
  return [
    element('h2', { tabindex: -1 }, isolated(node.name)),
    element('p', { class: 'tags' }, ...tags.map((tag) => element('span', { class: `tag ${classOf(tag)}` }, tag))),
    factList(node),
    element('button', { onclick: () => startPath(node.id) }, 'Path from here'),
    own.length > 0 && section('Problems', number(own.length), element('ul', {}, ...own.map(problemItem))),
    treeSection(node.id, needs, 'Needs'),
    treeSection(node.id, neededBy, 'Needed by'),
  ];
}

// The view while nothing is selected.
function overview() {
  const needers = (node) => neededBy.edgesOf[node.id].length;
  const mostNeeded = nodes.filter(needers).sort((a, b) => needers(b) - needers(a)).slice(0, 10);
  return [
    element('h2', { tabindex: -1 }, isolated(data.title)),
    element('p', {}, [counted(nodes.length, 'service'), counted(edges.length, 'dependency', 'dependencies'),
      counted(problems.length, 'problem')].join(', ') + '.'),
    element('p', { class: 'quiet' }, 'Choose a service to see what it needs and what needs it.'),
    mostNeeded.length > 0 && section('Most needed', '', ...mostNeeded.map((node) =>
      element('div', { class: 'row' }, nodeLink(node.id), quiet(`by ${number(needers(node))}`)))),
  ];
}

function pathView() {
  const { from, to, edgeIndexes, isFound, isCycle } = state.path;
  const [start, end] = [isolated(nodes[from].name), isolated(nodes[to].name)];
  const sentence = from === to ? ['Both ends are ', start, '.']
    : isFound ? [start, ' needs ', end, edgeIndexes.length === 1 ? ' directly.' : ` in ${edgeIndexes.length} steps.`,
      isCycle && ' There is also a way back: both are in a cycle.']
      : ['There is no path: neither ', start, ' needs ', end, ' nor the other way round, at any depth.'];
  const step = (id, how) => element('li', {}, nodeLink(id), ' ', quiet(how));
  return [
    element('h2', { tabindex: -1 }, 'Path'),
    element('p', {}, ...sentence),
    isFound && element('ol', {}, step(from, ''), ...edgeIndexes.map((index) => step(edges[index].to, manner(edges[index])))),
    element('button', { onclick: clearPath }, 'Clear the path'),
  ];
}
