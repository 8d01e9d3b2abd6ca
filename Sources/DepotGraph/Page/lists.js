// The panel's views of all problems and of what changed, and the switch between the views.

const problemTitles = new Map([
  ['missing', 'Not registered'], ['cycle', 'Cycle'], ['captive', 'Captive'], ['layer', 'Against the layers'],
  ['duplicate', 'Registered twice'], ['asyncNeededBySync', 'Async, needed by synchronous'],
  ['mainActorNeededByNonisolated', 'Main actor, needed off it'],
  ['decoratorWithoutTarget', 'Decorator without target'], ['replacementWithoutTarget', 'Replacement without target'],
]);
const problemTitle = (kind) => problemTitles.get(kind) ?? kind;

function problemItem(index) {
  const { what, path, alsoNeededBy, fix, nodes: ids } = problems[index];
  const note = (...parts) => element('p', { class: 'quiet' }, ...parts);
  return element('li', { class: 'problem', 'data-problem': index },
    addedProblems.has(index) && element('span', { class: 'tag is-added' }, 'new'),
    ids.length === 0 ? isolated(what)
      : element('button', { class: 'link', onclick: () => select(ids[0], { problem: index }) }, isolated(what)),
    path?.length > 1 && note(...joined(path, ' → ')),
    alsoNeededBy?.length > 0 && note('Also needed by ', ...joined(alsoNeededBy, ', ')),
    fix && element('p', {}, element('b', {}, 'Fix '), isolated(fix)));
}

function problemsView() {
  const groups = Map.groupBy(problems.keys(), (index) => problems[index].kind);
  return [
    element('h2', { tabindex: -1 }, counted(problems.length, 'problem')),
    ...[...groups].map(([kind, indexes]) =>
      section(isolated(problemTitle(kind)), number(indexes.length), element('ul', {}, ...indexes.map(problemItem)))),
  ];
}

function changesView() {
  const line = (...parts) => element('li', {}, ...parts);
  const edgeLine = (sign, from, to, edge) => line(sign, from, ' needs ', to, ' ', quiet(manner(edge)));
  const groups = [
    ['Added services', changes.added.map((id) => line('+ ', nodeLink(id), ' ', quiet(lifetimeOf(nodes[id]))))],
    ['Removed services', changes.removed.map((node) => line('− ', isolated(node.name), ' ',
      element('span', { class: 'quiet' }, ...joined([node.lifetime, node.layer].filter(Boolean), ', '))))],
    ['Changed services', changes.changed.map((change) => line('~ ', nodeLink(change.id), ...change.facets.map((facet) =>
      element('div', { class: 'facet' }, isolated(facet.name), ': ', ...joined([facet.from, facet.to], ' → ')))))],
    ['Added dependencies', changes.addedEdges.map((index) =>
      edgeLine('+ ', nodeLink(edges[index].from), nodeLink(edges[index].to), edges[index]))],
    ['Removed dependencies', changes.removedEdges.map((edge) => edgeLine('− ', isolated(edge.from), isolated(edge.to), edge))],
    ['New problems', changes.addedProblems.map(problemItem)],
    ['Solved problems', changes.removedProblems.map(({ kind, what }) => line('− ', ...joined([problemTitle(kind), what], ': ')))],
  ].filter(([, items]) => items.length > 0);
  return [
    element('h2', { tabindex: -1 }, groups.length > 0 ? 'Changes' : 'Nothing changed'),
    ...groups.map(([title, items]) => section(title, number(items.length), element('ul', { class: 'changes' }, ...items))),
  ];
}

const views = {
  service: { title: 'Service', content: serviceView },
  path: { title: 'Path', content: pathView, isAbsent: () => state.path == null },
  problems: { title: 'Problems', count: problems.length, content: problemsView },
  changes: { title: 'Changes', content: changesView, isAbsent: () => changes == null },
};
let shownList = null; // a list that stays as it is while one goes through it

function buildViews() {
  for (const [name, view] of Object.entries(views)) {
    view.tab = element('button', { class: 'tab', onclick: () => showView(name) }, view.title,
      view.count > 0 && element('span', { class: 'count' }, number(view.count)));
    byId('tabs').append(view.tab);
  }
}

function showView(name) {
  for (const [key, view] of Object.entries(views)) {
    view.tab.hidden = view.isAbsent?.() ?? false;
    view.tab.setAttribute('aria-pressed', key === name);
  }
  if (name === 'service' || name === 'path' || shownList !== name) {
    fill(byId('view'), views[name].content());
    byId('panel').scrollTop = 0;
    shownList = name;
  }
  byId('view').querySelector('.is-current')?.classList.remove('is-current');
  byId('view').querySelector(`[data-problem="${state.problem}"]`)?.classList.add('is-current');
}

function focusView() {
  byId('view').querySelector('h2').focus({ preventScroll: true });
}
