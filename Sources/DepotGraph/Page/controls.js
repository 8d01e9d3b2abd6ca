// The controls above the picture: search, filters and the rest; and the legend below it.

let hitIndex = -1;

// Hits in the name come first.
function orderedHits() {
  const isInName = (id) => nodes[id].name.toLowerCase().includes(state.query.trim().toLowerCase());
  return [...hits].sort((a, b) => isInName(b) - isInName(a));
}

function setQuery(query) {
  state.query = query;
  state.isSearching = true;
  hitIndex = -1;
  byId('search').value = query;
  refresh();
}

function selectNextHit(step) {
  if (!hits || hits.size === 0) return;
  const list = orderedHits();
  hitIndex = hitIndex < 0 && step < 0 ? list.length - 1 : (hitIndex + step + list.length) % list.length;
  select(list[hitIndex]);
  byId('count').textContent = `${number(hitIndex + 1)} of ${counted(list.length, 'hit')}`;
}

// A menu of boxes: each toggles a value in one set of the state.
function filterMenu(title, hint, options, chosen) {
  const boxes = options.map(({ value, label, count }) => element('label', {},
    element('input', {
      type: 'checkbox', onchange: (event) => {
        if (event.target.checked) chosen.add(value);
        else chosen.delete(value);
        markMenus();
        refresh();
      },
    }), isolated(label), quiet(number(count))));
  const menu = element('details', { class: 'menu' },
    element('summary', {}, title, element('span', { class: 'chosen' })),
    element('fieldset', {}, element('legend', {}, hint), ...boxes));
  menu.chosenValues = chosen;
  return menu;
}

function markMenus() {
  for (const menu of document.querySelectorAll('.menu')) {
    const count = menu.chosenValues.size;
    menu.querySelector('.chosen').textContent = count > 0 ? number(count) : '';
  }
}

function buildFilters() {
  // Each value with its count, the most frequent first.
  const counts = (values) => [...Map.groupBy(values, (value) => value)]
    .map(([value, same]) => ({ value, label: value, count: same.length })).sort((a, b) => b.count - a.count);
  const layers = lanes.map((lane) => ({ value: lane, label: lane.name, count: lane.ids.length }));
  byId('filters').prepend(
    filterMenu('Lifetime', 'Any of', counts(nodes.map(lifetimeOf)), state.lifetimes),
    filterMenu('Layer', 'Any of', layers, state.lanes),
    filterMenu('Traits', 'All of', counts(traitsOf.flat()), state.traits));
  if (changes != null) {
    const box = element('input', {
      type: 'checkbox', id: 'changed-only', onchange: (event) => {
        state.isChangedOnly = event.target.checked;
        refresh();
      },
    });
    byId('clear-filters').before(element('label', {}, box, 'Only what changed and its neighbours'));
  }
  byId('clear-filters').addEventListener('click', () => {
    clearFilters();
    byId('search').focus();
  });
  // One menu at a time, and none once the reader goes on elsewhere.
  for (const kind of ['pointerdown', 'focusin']) addEventListener(kind, (event) => closeMenus(event.target.closest?.('.menu')));
}

function closeMenus(except = null) {
  const open = [...document.querySelectorAll('.menu[open]')].filter((menu) => menu !== except);
  for (const menu of open) menu.open = false;
  return open.length > 0;
}

function buildLegend() {
  const shown = [...colouringTraits, ...shapingTraits].filter((trait) => traitsOf.some((list) => list.includes(trait)));
  const words = { given: 'given from outside', opaque: 'opaque: its needs are unknown', unused: 'never resolved' };
  const item = (swatch, text) => element('li', {}, element('span', { class: swatch, 'aria-hidden': 'true' }), text);
  fill(byId('legend'), [
    ...shown.map((trait) => item(`swatch ${classOf(trait)}`, words[trait] ?? trait)),
    problems.length > 0 && element('li', {}, element('span', { class: 'count', 'aria-hidden': 'true' }, 'n'), 'problems'),
    changes != null && element('li', {}, element('span', { class: 'sign added' }, '+'), 'added'),
    changes != null && element('li', {}, element('span', { class: 'sign changed' }, '~'), 'changed'),
    item('stroke needs', 'needs'), item('stroke needed-by', 'needed by'), item('stroke later', 'resolved later'),
  ]);
}

function buildControls() {
  byId('search').addEventListener('input', (event) => setQuery(event.target.value));
  byId('search').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    selectNextHit(event.shiftKey ? -1 : 1);
  });
  byId('zoom').addEventListener('click', toggleZoom);
  byId('theme').addEventListener('change', (event) => { document.documentElement.dataset.theme = event.target.value; });
  byId('show-keys').addEventListener('click', () => byId('keys').showModal());
  buildFilters();
  buildLegend();
}
