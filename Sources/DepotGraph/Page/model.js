// The data, and what follows from it. Nothing here draws.

const data = JSON.parse(byId('data').textContent);
const { nodes, edges, problems, changes } = data;
// What is empty or zero may be left out.
for (const node of nodes) {
  node.instances ??= [];
  node.resolves ??= 0;
}

// Edge indexes by node, and the end of an edge one comes to in that direction.
const needs = { edgesOf: nodes.map(() => []), end: 'to' };
const neededBy = { edgesOf: nodes.map(() => []), end: 'from' };
edges.forEach((edge, index) => {
  needs.edgesOf[edge.from].push(index);
  neededBy.edgesOf[edge.to].push(index);
});

const problemsOf = nodes.map(() => []);
problems.forEach((problem, index) => {
  for (const id of new Set(problem.nodes)) problemsOf[id]?.push(index);
});

const isAnyResolved = nodes.some((node) => node.wasResolved);

// The field of each trait, in the order in which they are told.
const traitFields = {
  missing: 'isMissing', shared: 'isShared', 'main actor': 'isMainActor', async: 'isAsync', given: 'isGiven', replaced: 'isReplaced',
  decorated: 'isDecorated', alias: 'isAlias', opaque: 'isOpaque', inherited: 'isInherited',
};
const traitsOf = nodes.map((node) => {
  const names = Object.keys(traitFields).filter((name) => node[traitFields[name]]);
  if (isAnyResolved && !node.wasResolved && !node.isMissing) names.push('unused');
  if (problemsOf[node.id].length > 0) names.push('with problems');
  return names;
});

const lifetimeOf = (node) => node.lifetime || 'no lifetime';

// A lane is a column of the picture: a layer, or what has none. Lowest layer first.
const lanes = [];
const laneOf = [];
{
  const layers = new Map();
  const addLayer = (name) => layers.set(name, { name, ids: [] }).get(name);
  for (const layer of data.layers) addLayer(layer.name);
  const unlayered = { name: 'no layer', ids: [] };
  const unregistered = { name: 'not registered', ids: [] };
  for (const node of nodes) {
    const layer = node.layer == null ? unlayered : layers.get(node.layer) ?? addLayer(node.layer);
    const lane = node.isMissing ? unregistered : layer;
    lane.ids.push(node.id);
    laneOf[node.id] = lane;
  }
  lanes.push(...[...layers.values(), unlayered, unregistered].filter((lane) => lane.ids.length > 0));
}

const isLater = (edge) => ['lazy', 'provider', 'factory'].includes(edge.kind);

// How an edge needs, in words; empty for what is required and declared.
function manner(edge) {
  const kind = { required: '', collection: 'all' }[edge.kind] ?? edge.kind;
  return [kind, edge.origin === 'observed' && 'observed'].filter(Boolean).join(', ');
}

const place = ({ file, line }) => (file && line != null ? `${file}:${line}` : file);

// Every node and edge reached from a node in one direction, the node itself left out unless a cycle comes back to it.
function reach(start, direction) {
  const ids = new Set();
  const edgeIndexes = [];
  const waiting = [start];
  const expanded = new Set(waiting);
  while (waiting.length > 0) {
    for (const index of direction.edgesOf[waiting.pop()]) {
      const next = edges[index][direction.end];
      edgeIndexes.push(index);
      ids.add(next);
      if (!expanded.has(next)) {
        expanded.add(next);
        waiting.push(next);
      }
    }
  }
  return { ids, edgeIndexes };
}

// The fewest edges by which one node needs another; null where it does not.
function shortestPath(start, end) {
  const cameBy = new Map([[start, null]]);
  let front = [start];
  while (front.length > 0 && !cameBy.has(end)) {
    const following = [];
    for (const id of front) {
      for (const index of needs.edgesOf[id]) {
        const next = edges[index].to;
        if (cameBy.has(next)) continue;
        cameBy.set(next, index);
        following.push(next);
      }
    }
    front = following;
  }
  if (!cameBy.has(end)) return null;
  const path = [];
  for (let index = cameBy.get(end); index != null; index = cameBy.get(edges[index].from)) path.unshift(index);
  return path;
}

const searchable = nodes.map((node) =>
  [node.name, node.key, node.implementation, node.assembly, node.file].filter(Boolean).join('\n').toLowerCase());

// Whether each word is somewhere in the node.
function matcher(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? null : (id) => words.every((word) => searchable[id].includes(word));
}

const addedNodes = new Set(changes?.added);
const addedEdges = new Set(changes?.addedEdges);
const addedProblems = new Set(changes?.addedProblems);
const changedFacets = new Map(changes?.changed.map((change) => [change.id, change.facets]));

// What changed and its neighbours.
const aroundChanges = new Set([...addedNodes, ...changedFacets.keys()]);
for (const id of [...aroundChanges]) {
  for (const index of needs.edgesOf[id]) aroundChanges.add(edges[index].to);
  for (const index of neededBy.edgesOf[id]) aroundChanges.add(edges[index].from);
}
for (const index of addedEdges) aroundChanges.add(edges[index].from).add(edges[index].to);
for (const id of changes?.removedEdges.flatMap((edge) => edge.nodes) ?? []) aroundChanges.add(id);

// The address of a node after the '#': its key, with the number where two share one.
const addresses = [];
const idsByAddress = new Map();
for (const node of nodes) {
  const address = idsByAddress.has(node.key) ? `${node.key}~${node.id}` : node.key;
  addresses.push(address);
  idsByAddress.set(address, node.id);
}
