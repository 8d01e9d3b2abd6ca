// Starts the page, follows the address, and prepares what is printed.

function onNodeClick(event) {
  const button = event.target.closest('.node');
  if (!button) return;
  const id = Number(button.dataset.id);
  if (state.pathStart != null) endPath(id);
  else select(id, { isInPicture: true });
}

// The printed page: the picture as wide as the paper, then a table of all services and the problems.
const paperWidth = 1030;

function tableRow(tag, cells) {
  return element('tr', {}, ...cells.map((cell) => element(tag, tag === 'th' ? { scope: 'col' } : {}, isolated(cell))));
}

function preparePrint() {
  byId('canvas').style.zoom = Math.min(1, paperWidth / layout.width);
  if (byId('print').childElementCount > 0) return;
  byId('print').append(
    element('h2', {}, counted(nodes.length, 'service')),
    element('table', {}, element('thead', {}, tableRow('th', ['Name', 'Lifetime', 'Layer', 'Place', 'Needs'])),
      element('tbody', {}, ...nodes.map((node) => tableRow('td', [
        node.name, node.isMissing ? 'not registered' : lifetimeOf(node), node.layer ?? '', place(node) ?? '',
        needs.edgesOf[node.id].map((index) => nodes[edges[index].to].name).join(', '),
      ])))));
  if (problems.length === 0) return;
  byId('print').append(element('h2', {}, counted(problems.length, 'problem')), element('ul', {}, ...problems.map((problem) =>
    element('li', {}, ...joined([problemTitle(problem.kind), problem.what, problem.fix ?? ''], ' ')))));
}

byId('title').append(isolated(data.title));
buildPicture();
buildViews();
buildControls();
refresh();
// A picture that nearly fits is shown whole.
if (fittingZoom() > 0.7) setZoom(fittingZoom());
showView('service');
readAddress();

byId('canvas').addEventListener('click', onNodeClick);
byId('canvas').addEventListener('focusin', (event) => {
  const id = buttons.indexOf(event.target);
  if (id >= 0) moveTabStop(id);
});
addEventListener('keydown', onKey);
addEventListener('hashchange', readAddress);
addEventListener('beforeprint', preparePrint);
addEventListener('afterprint', () => setZoom(zoom));
