// The picture: nodes are buttons, all edges of one look are one path of a drawing behind them.
// Lit edges have a drawing of their own, above the nodes that are dimmed.

const buttons = [];
const laneElements = new Map();
const litLooks = ['far-needs', 'far-needed-by', 'needs', 'needed-by', 'path'];
const manyEdges = 1500;

// The trait that gives a node its colour: the first that holds.
const colouringTraits = ['missing', 'replaced', 'given', 'main actor', 'async'];
const shapingTraits = ['opaque', 'shared', 'unused'];
const classOf = (trait) => `is-${trait.replace(' ', '-')}`;
// Told by the shape and by the count of problems.
const traitsWithoutWord = new Set(['shared', 'with problems', 'missing']);

function factsOf(node) {
  const lifetime = node.isMissing ? 'not registered' : lifetimeOf(node);
  return [lifetime, ...traitsOf[node.id].filter((trait) => !traitsWithoutWord.has(trait))];
}

function accessibleName(node) {
  const parts = [node.name, ...factsOf(node)];
  if (node.isShared) parts.push('shared');
  if (addedNodes.has(node.id)) parts.push('added');
  if (changedFacets.has(node.id)) parts.push('changed');
  parts.push(`needs ${needs.edgesOf[node.id].length}`, `needed by ${neededBy.edgesOf[node.id].length}`);
  if (problemsOf[node.id].length > 0) parts.push(counted(problemsOf[node.id].length, 'problem'));
  return parts.join(', ');
}

function nodeButton(node) {
  const own = traitsOf[node.id];
  const looks = [colouringTraits.find((trait) => own.includes(trait)), ...shapingTraits.filter((trait) => own.includes(trait))];
  const count = problemsOf[node.id].length;
  const sign = addedNodes.has(node.id) ? '+' : changedFacets.has(node.id) ? '~' : null;
  const button = element('button', {
    class: ['node', ...looks.filter(Boolean).map(classOf)].join(' '), tabindex: -1, 'data-id': node.id, 'aria-label': accessibleName(node),
    title: node.name.length > 22 ? node.name.slice(0, 300) : null,
  },
  isolated(node.name.slice(0, 100), { class: 'name' }),
  element('span', { class: 'facts' }, ...joined(factsOf(node), ' · ')),
  count > 0 && element('span', { class: 'count' }, number(count)),
  sign && element('span', { class: sign === '+' ? 'sign added' : 'sign changed' }, sign));
  buttons[node.id] = button;
  return button;
}

function buildPicture() {
  for (const lane of lanes) {
    const count = quiet('');
    const column = element('section', { class: 'lane', 'aria-label': lane.name },
      element('h3', {}, element('span', {}, isolated(lane.name), ' ', count)),
      ...lane.ids.map((id) => nodeButton(nodes[id])));
    laneElements.set(lane, { column, count });
    byId('canvas').append(column);
  }
}

function placeNodes() {
  const canvas = byId('canvas');
  canvas.style.width = `${layout.width}px`;
  canvas.style.height = `${layout.height}px`;
  for (const { column } of laneElements.values()) column.hidden = true;
  for (const shown of layout.lanes) {
    const { column, count } = laneElements.get(shown.lane);
    column.hidden = false;
    column.style.left = `${shown.left}px`;
    column.style.width = `${shown.width}px`;
    count.textContent = shown.count === shown.lane.ids.length ? number(shown.count)
      : `${number(shown.count)} of ${number(shown.lane.ids.length)}`;
    for (const id of shown.lane.ids) {
      const button = buttons[id];
      button.hidden = !isShown[id];
      if (!isShown[id]) continue;
      button.style.left = `${layout.corners[id].x - shown.left}px`;
      button.style.top = `${layout.corners[id].y}px`;
    }
  }
}

// From the side of the one that needs to the facing side of the one needed; within a column a bow at the right.
function edgeShape(edge) {
  const from = layout.corners[edge.from];
  const to = layout.corners[edge.to];
  const startY = from.y + nodeHeight / 2;
  const endY = to.y + nodeHeight / 2;
  const goesLeft = to.x < from.x;
  const isBow = to.x === from.x;
  const startX = goesLeft ? from.x : from.x + nodeWidth;
  const endX = goesLeft || isBow ? to.x + nodeWidth : to.x;
  const bend = isBow ? 30 : Math.min(180, Math.max(20, Math.abs(endX - startX) / 2)) * (goesLeft ? -1 : 1);
  const endBend = isBow ? bend : -bend;
  const headX = endX + (goesLeft || isBow ? 7 : -7);
  return {
    line: `M${startX} ${startY}C${startX + bend} ${startY} ${endX + endBend} ${endY} ${endX} ${endY}`,
    head: `M${headX} ${endY - 4}L${endX} ${endY}L${headX} ${endY + 4}`,
  };
}

const isEdgeShown = (index) => isShown[edges[index].from] && isShown[edges[index].to];

function drawEdges() {
  const lines = { plain: [], later: [], added: [] };
  const shown = [...edges.keys()].filter(isEdgeShown);
  for (const index of shown) {
    const shape = edgeShape(edges[index]);
    const look = addedEdges.has(index) ? 'added' : isLater(edges[index]) ? 'later' : 'plain';
    lines[look].push(shape.line);
    // Thousands of heads only make the picture darker; a selection shows its own.
    if (shown.length < manyEdges) lines[look === 'later' ? 'plain' : look].push(shape.head);
  }
  for (const look of Object.keys(lines)) byId(`edges-${look}`).setAttribute('d', lines[look].join(''));
  byId('edges').classList.toggle('is-crowded', shown.length >= manyEdges);
}

// What is lit: null for everything, else the ids, and edge indexes by look.
function showEmphasis(emphasis) {
  for (const look of litLooks) {
    const indexes = emphasis?.edgeIndexes?.[look] ?? [];
    const shapes = indexes.filter(isEdgeShown).map((index) => edgeShape(edges[index]));
    byId(`edges-${look}`).setAttribute('d', shapes.map((shape) => shape.line + shape.head).join(''));
  }
  byId('edges').classList.toggle('is-dim', emphasis != null);
  for (const [id, button] of buttons.entries()) {
    button.classList.toggle('is-dim', emphasis != null && !emphasis.ids.has(id));
    button.classList.toggle('is-hit', hits?.has(id) ?? false);
    button.ariaCurrent = id === state.selected ? 'true' : null;
  }
}

let zoom = 1;

function setZoom(value) {
  zoom = value;
  byId('canvas').style.zoom = zoom;
  byId('zoom').textContent = zoom === 1 ? 'Fit' : `${Math.round(zoom * 100)} %`;
  if (state.selected != null) centre(layout.corners[state.selected]);
}

function fittingZoom() {
  if (layout.shownCount === 0) return 1;
  return Math.min(1, byId('picture').clientWidth / layout.width, byId('picture').clientHeight / layout.height);
}

// Between the whole picture and its original size.
function toggleZoom() {
  setZoom(zoom === 1 ? fittingZoom() : 1);
}

function centre(corner) {
  const picture = byId('picture');
  picture.scrollTo({
    left: (corner.x + nodeWidth / 2) * zoom - picture.clientWidth / 2,
    top: (corner.y + nodeHeight / 2) * zoom - picture.clientHeight / 2,
  });
}
