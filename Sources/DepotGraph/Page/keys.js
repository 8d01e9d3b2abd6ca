// The keyboard. Keys of the picture act on the focused node; the others act everywhere but in a field.

// The node next to one: above or below in its column, or nearest in the column beside it.
function neighbour(id, key) {
  const column = layout.columns[layout.columnOf[id]];
  const place = column.indexOf(id);
  if (key === 'ArrowUp') return column[place - 1];
  if (key === 'ArrowDown') return column[place + 1];
  const beside = layout.columns[layout.columnOf[id] + (key === 'ArrowLeft' ? -1 : 1)] ?? [];
  const distance = (other) => Math.abs(layout.corners[other].y - layout.corners[id].y);
  return beside.toSorted((a, b) => distance(a) - distance(b))[0];
}

const movingKeys = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);

function focusNode(id) {
  moveTabStop(id);
  buttons[id].focus({ preventScroll: true });
  buttons[id].scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

// One step back: the menu, the path, the panel's focus, the selection, the search, the filters.
function goBack() {
  const menu = document.querySelector('.menu[open]');
  if (menu) menu.querySelector('summary').focus();
  if (closeMenus()) return;
  if (state.pathStart != null || state.path != null) return clearPath();
  if (byId('panel').contains(document.activeElement) && state.focused != null) return focusNode(state.focused);
  if (state.selected != null && !(state.isSearching && state.query)) return select(null);
  if (state.query) return setQuery('');
  if (isFiltered()) clearFilters();
}

function choosePathEnd() {
  const focused = buttons.indexOf(document.activeElement);
  const id = focused >= 0 ? focused : state.selected;
  if (id == null) return announce('Choose a service first.');
  if (state.pathStart == null) startPath(id);
  else endPath(id);
}

const shortcuts = {
  '/': () => { byId('search').focus(); byId('search').select(); },
  'p': choosePathEnd,
  'x': () => { showView('problems'); focusView(); },
  'c': () => { if (changes != null) { showView('changes'); focusView(); } },
  's': () => { showView('service'); focusView(); },
  'f': toggleZoom,
  '?': () => byId('keys').showModal(),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId('keys').open) return;
  if (event.key === 'Escape') {
    event.preventDefault();
    return goBack();
  }
  if (event.target.matches('select, input:not([type=checkbox])')) return;
  const id = buttons.indexOf(event.target);
  if (id >= 0 && movingKeys.has(event.key)) {
    event.preventDefault();
    const next = neighbour(id, event.key);
    if (next !== undefined) focusNode(next);
  } else if (Object.hasOwn(shortcuts, event.key)) {
    event.preventDefault();
    shortcuts[event.key]();
  }
}
