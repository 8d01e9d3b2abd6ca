// The panel's views of all problems and of what changed, and the tabs between the views.

const problemTitles = new Map([
  ['missing', 'Not registered'], ['cycle', 'Cycle'], ['captive', 'Captive'], ['layer', 'Against the layers'],
  ['duplicate', 'Registered twice'], ['asyncNeededBySync', 'Async, needed by synchronous'],
  ['mainActorNeededByNonisolated', 'Main actor, needed off it'],
  ['decoratorWithoutTarget', 'Decorator without target'], ['replacementWithoutTarget', 'Replacement without target'],
]);
const problemTitle = (kind) => problemTitles.get(kind) ?? kind;

function problemItem(index) {
  const problem = problems[index];
  const ids = problem.nodes;
  const sentence = ids.length === 0 ? isolated(problem.what)
    : element('button', { type: 'button', class: 'link', onclick: () => select(ids[0], { problem: index }) }, isolated(problem.what));
  return element('li', { class: 'problem', 'data-problem': index },
    addedProblems.has(index) && element('span', { class: 'tag is-added' }, 'new'), sentence,
    problem.path?.length > 1 && element('p', { class: 'quiet' }, ...problem.path.flatMap((step, at) => (at ? [' → ', isolated(step)] : [isolated(step)]))),
    problem.alsoNeededBy?.length > 0 && element('p', { class: 'quiet' }, 'Also needed by ',
      ...problem.alsoNeededBy.flatMap((name, at) => (at ? [', ', isolated(name)] : [isolated(name)]))),
    problem.fix && element('p', {}, element('b', {}, 'Fix '), isolated(problem.fix)));
}

function problemsView() {
  const groups = Map.groupBy(problems.keys(), (index) => problems[index].kind);
  return [
    element('h2', { tabindex: -1 }, counted(problems.length, 'problem')),
    problems.length === 0 && element('p', {}, 'No problems were found.'),
    ...[...groups].map(([kind, indexes]) => element('section', {},
      element('h3', {}, isolated(problemTitle(kind)), ' ', element('span', { class: 'quiet' }, number(indexes.length))),
      element('ul', { class: 'problems' }, ...indexes.map(problemItem)))),
  ];
}

function changesView() {
  const edgeLine = (sign, from, to, how) => element('li', {}, `${sign} `, from, ' needs ', to, ' ', element('span', { class: 'quiet' }, how));
  const group = (title, items) => items.length > 0 && element('section', {},
    element('h3', {}, title, ' ', element('span', { class: 'quiet' }, number(items.length))), element('ul', { class: 'changes' }, ...items));
  const groups = [
    group('Added services', changes.added.map((id) => element('li', {}, '+ ', nodeLink(id), ' ',
      element('span', { class: 'quiet' }, lifetimeOf(nodes[id]))))),
    group('Removed services', changes.removed.map((node) => element('li', {}, '− ', isolated(node.name), ' ',
      element('span', { class: 'quiet' }, [node.lifetime, node.layer].filter(Boolean).join(', '))))),
    group('Changed services', changes.changed.map((change) => element('li', {}, '~ ', nodeLink(change.id),
      ...change.facets.map((facet) => element('div', { class: 'facet' }, isolated(facet.name), ': ',
        isolated(facet.from), ' → ', isolated(facet.to)))))),
    group('Added edges', changes.addedEdges.map((index) =>
      edgeLine('+', nodeLink(edges[index].from), nodeLink(edges[index].to), manner(edges[index])))),
    group('Removed edges', changes.removedEdges.map((edge) =>
      edgeLine('−', isolated(edge.from), isolated(edge.to), manner(edge)))),
    group('New problems', changes.addedProblems.map(problemItem)),
    group('Solved problems', changes.removedProblems.map((problem) => element('li', {}, '− ', isolated(problemTitle(problem.kind)),
      ': ', isolated(problem.what)))),
  ];
  return [
    element('h2', { tabindex: -1 }, 'Changes'),
    groups.every((item) => !item) && element('p', {}, 'Nothing changed.'),
    ...groups,
  ];
}

const changeCount = changes == null ? 0 : ['added', 'removed', 'changed', 'addedEdges', 'removedEdges', 'addedProblems', 'removedProblems']
  .reduce((sum, list) => sum + changes[list].length, 0);

const views = {
  service: { title: 'Service', content: serviceView },
  path: { title: 'Path', content: pathView, isAbsent: () => state.path == null },
  problems: { title: 'Problems', count: problems.length, content: problemsView },
  changes: { title: 'Changes', count: changeCount, content: changesView, isAbsent: () => changes == null },
};
let shownList = null; // a list that stays as it is while one goes through it

function buildTabs() {
  for (const [name, view] of Object.entries(views)) {
    view.tab = element('button', {
      type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': 'view', onclick: () => showView(name),
    }, view.title, view.count > 0 && element('span', { class: name === 'problems' ? 'count' : 'quiet' }, number(view.count)));
    byId('tabs').append(view.tab);
  }
  byId('tabs').addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const names = Object.keys(views).filter((name) => !views[name].tab.hidden);
    if (!step) return;
    const name = names[(names.indexOf(state.view) + step + names.length) % names.length];
    showView(name);
    views[name].tab.focus();
  });
}

function showView(name) {
  state.view = name;
  for (const [key, view] of Object.entries(views)) {
    view.tab.hidden = view.isAbsent?.() ?? false;
    view.tab.setAttribute('aria-selected', String(key === name));
    view.tab.tabIndex = key === name ? 0 : -1;
  }
  byId('view').setAttribute('aria-labelledby', `tab-${name}`);
  if (name === 'service' || name === 'path' || shownList !== name) {
    fill(byId('view'), views[name].content());
    byId('panel').scrollTop = 0;
    shownList = name;
  }
  for (const item of byId('view').querySelectorAll('[data-problem]')) {
    const isCurrent = Number(item.dataset.problem) === state.problem;
    item.classList.toggle('is-current', isCurrent);
  }
}

function focusView() {
  byId('view').querySelector('h2').focus({ preventScroll: true });
}
