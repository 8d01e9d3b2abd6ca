// Where each node is: lanes side by side, columns within a lane by depth, rows so that edges are short and cross little.

const nodeWidth = 180;
const nodeHeight = 40;
const rowStep = 50;
const columnGap = 38;
const laneGap = 28;
const lanePadding = 14;
const headerHeight = 44;
const deepestColumn = 15;
const screenRows = 14;

// How many needs of the same lane are below each node. An edge that closes a cycle does not count.
function depthsIn(lane, isShown) {
  const depths = new Map();
  const open = new Set();
  for (const root of lane.ids) {
    if (!isShown[root] || depths.has(root)) continue;
    const stack = [{ id: root, next: 0, depth: 0 }];
    open.add(root);
    while (stack.length > 0) {
      const top = stack.at(-1);
      const outgoing = needs.edgesOf[top.id];
      if (top.next < outgoing.length) {
        const id = edges[outgoing[top.next++]].to;
        if (!isShown[id] || laneOf[id] !== lane || open.has(id)) continue;
        if (depths.has(id)) {
          top.depth = Math.max(top.depth, depths.get(id) + 1);
        } else {
          open.add(id);
          stack.push({ id, next: 0, depth: 0 });
        }
      } else {
        stack.pop();
        open.delete(top.id);
        depths.set(top.id, Math.min(top.depth, deepestColumn));
        const parent = stack.at(-1);
        if (parent) parent.depth = Math.max(parent.depth, top.depth + 1);
      }
    }
  }
  return depths;
}

function meanOver(id, directions, valueOf) {
  let sum = 0;
  let count = 0;
  for (const direction of directions) {
    for (const index of direction.edgesOf[id]) {
      const value = valueOf[edges[index][direction.end]];
      if (value === undefined) continue;
      sum += value;
      count += 1;
    }
  }
  return count === 0 ? null : sum / count;
}

// Barycentre sweeps: each group is sorted by the mean position of its neighbours, from the left, then from the right.
function order(groups) {
  const position = [];
  const number = (group) => group.forEach((id, index) => { position[id] = (index + 0.5) / group.length; });
  groups.forEach(number);
  const sort = (group, direction) => {
    const wanted = new Map(group.map((id) => [id, meanOver(id, [direction], position) ?? position[id]]));
    group.sort((a, b) => wanted.get(a) - wanted.get(b));
    number(group);
  };
  for (let sweep = 0; sweep < 4; sweep++) {
    for (const group of groups) sort(group, needs);
    for (const group of groups.toReversed()) sort(group, neededBy);
  }
}

// Dealt out in turn, so that each column keeps the order from top to bottom.
function split(group, rowLimit) {
  const count = Math.ceil(group.length / rowLimit);
  return Array.from({ length: count }, (_, column) => group.filter((_, index) => index % count === column));
}

// Rows near the mean row of the neighbours; the order in a column stays.
function assignRows(columns) {
  const height = Math.max(0, ...columns.map((column) => column.length));
  const rows = [];
  for (const column of columns) column.forEach((id, index) => { rows[id] = index; });
  for (const pass of [columns, columns.toReversed(), columns]) {
    for (const column of pass) {
      // A short column stays on the first screen, however tall the others are.
      const limit = Math.max(column.length, Math.min(height, screenRows));
      let above = -1;
      for (const id of column) {
        const wanted = meanOver(id, [needs, neededBy], rows);
        above = Math.max(wanted == null ? 0 : Math.round(wanted * limit / height), above + 1);
        rows[id] = above;
      }
      let below = limit;
      for (const id of column.toReversed()) {
        below = Math.min(rows[id], below - 1);
        rows[id] = below;
      }
    }
  }
  const used = columns.flat().map((id) => rows[id]);
  const first = Math.min(...used);
  return { rows: rows.map((row) => row - first), height: Math.max(0, ...used) - first + 1 };
}

// Lanes with what is shown, columns of ids from left to right, and the upper left corner of each node.
function layOut(isShown) {
  const shownLanes = [];
  let shownCount = 0;
  for (const lane of lanes) {
    const ids = lane.ids.filter((id) => isShown[id]);
    if (ids.length === 0) continue;
    shownCount += ids.length;
    const depths = depthsIn(lane, isShown);
    const groups = [];
    for (const id of ids) (groups[depths.get(id)] ??= []).push(id);
    shownLanes.push({ lane, count: ids.length, groups: groups.filter(Boolean) });
  }
  order(shownLanes.flatMap((shown) => shown.groups));
  const rowLimit = Math.max(screenRows, Math.round(Math.sqrt(shownCount * 1.4)));
  for (const shown of shownLanes) shown.columns = shown.groups.flatMap((group) => split(group, rowLimit));
  const columns = shownLanes.flatMap((shown) => shown.columns);
  const { rows, height } = assignRows(columns);

  const corners = [];
  const columnOf = [];
  let left = laneGap / 2;
  let columnIndex = 0;
  for (const shown of shownLanes) {
    shown.left = left;
    let x = left + lanePadding;
    for (const column of shown.columns) {
      for (const id of column) {
        corners[id] = { x, y: headerHeight + rows[id] * rowStep };
        columnOf[id] = columnIndex;
      }
      columnIndex += 1;
      x += nodeWidth + columnGap;
    }
    shown.width = x - columnGap + lanePadding - left;
    left += shown.width + laneGap;
  }
  return {
    lanes: shownLanes, columns, columnOf, corners, shownCount,
    width: left - laneGap / 2, height: headerHeight + height * rowStep + lanePadding,
  };
}
