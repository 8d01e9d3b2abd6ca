// What the reader has chosen, and the one way from a choice to the picture.

const state = {
  selected: null,       // a node
  focused: null,        // the node that is the picture's tab stop
  query: '',
  isSearching: false,   // typed since the last selection: the hits are lit, not the selection
  lifetimes: new Set(), // chosen in the filters; empty: all
  lanes: new Set(),
  traits: new Set(),
  isChangedOnly: false,
  pathStart: null,      // a node, while the end of a path is chosen
  path: null,
  problem: null,        // an index
};
let isShown = [];
let layout = null;
let hits = null;

function passesFilters(node) {
  return (state.lifetimes.size === 0 || state.lifetimes.has(lifetimeOf(node)))
    && (state.lanes.size === 0 || state.lanes.has(laneOf[node.id]))
    && [...state.traits].every((trait) => traitsOf[node.id].includes(trait))
    && (!state.isChangedOnly || aroundChanges.has(node.id));
}

const isFiltered = () => state.lifetimes.size + state.lanes.size + state.traits.size > 0 || state.isChangedOnly;

// What is chosen is shown even where a filter would hide it.
function chosenIds() {
  const ids = new Set(state.problem == null ? [] : problems[state.problem].nodes);
  if (state.selected != null) ids.add(state.selected);
  if (state.pathStart != null) ids.add(state.pathStart);
  return ids.union(state.path?.ids ?? new Set());
}

function emphasis() {
  if (state.path) return { ids: state.path.ids, edgeIndexes: { path: state.path.edgeIndexes } };
  if (state.isSearching && hits) return { ids: hits };
  if (state.problem != null) {
    const ids = new Set(problems[state.problem].nodes);
    const within = [...ids].flatMap((id) => needs.edgesOf[id]).filter((index) => ids.has(edges[index].to));
    return { ids, edgeIndexes: { path: within } };
  }
  if (state.selected != null) {
    const below = reach(state.selected, needs);
    const above = reach(state.selected, neededBy);
    return {
      ids: new Set([state.selected, ...below.ids, ...above.ids]),
      edgeIndexes: {
        needs: needs.edgesOf[state.selected], 'needed-by': neededBy.edgesOf[state.selected],
        'far-needs': below.edgeIndexes, 'far-needed-by': above.edgeIndexes,
      },
    };
  }
  return hits ? { ids: hits } : null;
}

// Brings the picture to the state. Lays out again only where other nodes are shown than before.
function refresh() {
  const chosen = chosenIds();
  const nowShown = nodes.map((node) => chosen.has(node.id) || passesFilters(node));
  if (layout == null || nowShown.some((shown, id) => shown !== isShown[id])) {
    isShown = nowShown;
    layout = layOut(isShown);
    placeNodes();
    drawEdges();
  }
  const matches = matcher(state.query);
  hits = matches && new Set([...nodes.keys()].filter((id) => isShown[id] && matches(id)));
  showEmphasis(emphasis());
  moveTabStop(state.focused != null && isShown[state.focused] ? state.focused : layout.columns[0]?.[0] ?? null);
  showCounts();
  showPathHint();
}

function moveTabStop(id) {
  if (state.focused === id && buttons[id]?.tabIndex === 0) return;
  if (state.focused != null) buttons[state.focused].tabIndex = -1;
  if (id != null) buttons[id].tabIndex = 0;
  state.focused = id;
}

function showCounts() {
  const total = number(nodes.length);
  byId('count').textContent = hits ? `${number(hits.size)} of ${total}`
    : layout.shownCount < nodes.length ? `${number(layout.shownCount)} of ${total} shown` : counted(nodes.length, 'service');
  byId('clear-filters').hidden = !isFiltered();
  byId('nothing').hidden = layout.shownCount > 0;
  byId('nothing').textContent = nodes.length === 0 ? 'Nothing is registered: there are no services to show.'
    : 'No service passes the filters.';
}

// Where the address changes, the browser keeps the selection for back and forward.
function writeAddress() {
  const address = state.selected == null ? '' : encodeURIComponent(addresses[state.selected]);
  if (location.hash.slice(1) !== address) location.hash = address;
}

function readAddress() {
  let id = null;
  try {
    id = idsByAddress.get(decodeURIComponent(location.hash.slice(1))) ?? null;
  } catch {
    // A link cut in the middle of an escape names no node.
  }
  if (id !== state.selected) select(id);
}

// `problem` keeps the view where it is: one goes on to the next problem from there.
function select(id, { problem = null, isInPicture = false } = {}) {
  state.selected = id;
  state.path = null;
  state.problem = problem;
  state.isSearching = false;
  refresh();
  if (id != null) {
    moveTabStop(id);
    if (!isInPicture) centre(layout.corners[id]);
    announce(`Selected ${accessibleName(nodes[id])}`);
  }
  writeAddress();
  showView(problem == null ? 'service' : 'problems');
}

function startPath(id) {
  state.pathStart = id;
  state.path = null;
  refresh();
  announce(`Path from ${nodes[id].name}: choose the other end.`);
}

function endPath(end) {
  const start = state.pathStart;
  const there = shortestPath(start, end);
  const back = shortestPath(end, start);
  state.pathStart = null;
  const [from, to] = there || !back ? [start, end] : [end, start];
  const edgeIndexes = there ?? back ?? [];
  const ids = new Set([from, to, ...edgeIndexes.map((index) => edges[index].to)]);
  state.path = { from, to, ids, edgeIndexes, isFound: Boolean(there ?? back), isCycle: Boolean(there && back) };
  refresh();
  showView('path');
  announce(byId('view').querySelector('p').textContent);
}

function clearPath() {
  state.pathStart = null;
  state.path = null;
  refresh();
  showView('service');
}

function showPathHint() {
  byId('path-hint').hidden = state.pathStart == null;
  if (state.pathStart == null) return;
  byId('path-hint').replaceChildren('Path from ', isolated(nodes[state.pathStart].name), ': choose the other end. ',
    element('button', { onclick: clearPath }, 'Cancel'));
}

function clearFilters() {
  state.lifetimes.clear();
  state.lanes.clear();
  state.traits.clear();
  state.isChangedOnly = false;
  for (const box of document.querySelectorAll('#filters :checked')) box.checked = false;
  markMenus();
  refresh();
}
