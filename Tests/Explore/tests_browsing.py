"""What a reader does: search, filter, select, follow, find paths, go through problems and changes; with and without a mouse."""

from graph import Graph
from support import (Tests, button_with, click_node, expect, focused, heading, ids, in_picture, lit, node, open_tab, selected, shown)

TESTS = Tests()


# The nodes at whose facing sides the lit edges of one look begin and end; -1 where there is none.
ENDS = """(() => {
  const sides = new Map();
  for (const node of document.querySelectorAll('.node')) {
    const x = node.offsetLeft + node.offsetParent.offsetLeft, y = node.offsetTop + node.offsetHeight / 2;
    sides.set(`left ${x} ${y}`, Number(node.dataset.id));
    sides.set(`right ${x + node.offsetWidth} ${y}`, Number(node.dataset.id));
  }
  const lines = document.querySelector('#edges-%s').getAttribute('d').split('M').filter((part) => part.includes('C'));
  const point = (text) => text.split(' ').slice(-2).map(Number);
  const ends = lines.map((line) => {
    const [start, end] = line.split('C').map(point);
    const [startSide, endSide] = end[0] < start[0] ? ['left', 'right'] : ['right', 'left'];
    const at = (side, [x, y]) => sides.get(`${side} ${x} ${y}`) ?? -1;
    // Within a column an edge leaves and comes back at the right.
    return [at(startSide, start), at(end[0] === start[0] ? 'right' : endSide, end)];
  });
  return ends.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
})()"""


@TESTS.add("every service is in its layer, the lowest layer on the left")
def _(open_page):
    for name in ("popcorn", "app"):
        with open_page(name) as page:
            graph = Graph(page)
            expect(shown(page), set(range(len(graph.nodes))), "nodes shown")
            lanes = page.evaluate("""[...document.querySelectorAll('.lane')].map((lane) => ({
              name: lane.querySelector('h3 bdi').textContent, count: lane.querySelector('h3 .quiet').textContent,
              left: lane.getBoundingClientRect().left, ids: [...lane.querySelectorAll('.node')].map((node) => Number(node.dataset.id)) }))""")
            expect([lane["left"] for lane in lanes], sorted(lane["left"] for lane in lanes), "lanes from left to right")
            used = [layer["name"] for layer in graph.layers if any(n.get("layer") == layer["name"] and not n["isMissing"] for n in graph.nodes)]
            expect([lane["name"] for lane in lanes][:len(used)], used, "layers, lowest first")
            for lane in lanes:
                expect(lane["count"], str(len(lane["ids"])), f"count of {lane['name']}")
                for id in lane["ids"]:
                    entry = graph.nodes[id]
                    layer = "not registered" if entry["isMissing"] else entry.get("layer") or "no layer"
                    expect(lane["name"], layer, f"lane of {entry['name']}")


@TESTS.add("search narrows as one types, Enter goes through the hits")
def _(open_page):
    with open_page("app") as page:
        graph = Graph(page)
        query = next(n for n in graph.nodes if len(graph.matching(n["name"][:8])) > 2)["name"][:8]
        page.key("/")
        for length in range(1, len(query) + 1):
            page.type(query[length - 1])
            page.settle()
            hits = graph.matching(query[:length])
            if not query[:length].strip():
                continue
            expect(page.text("#count"), f"{len(hits)} of {len(graph.nodes)}", f"count for {query[:length]!r}")
            expect(lit(page), hits, f"lit for {query[:length]!r}")
        page.key("Enter")
        page.settle()
        first = selected(page)
        assert first in hits, "Enter selects a hit"
        page.key("Enter")
        page.settle()
        second = selected(page)
        assert second in hits and second != first, "Enter again goes on"
        page.key("Enter", shift=True)
        page.settle()
        expect(selected(page), first, "Shift Enter goes back")
        page.key("Escape")
        page.key("Escape")
        page.settle()
        expect(page.evaluate("document.querySelector('#search').value"), "", "Escape clears the search")
        expect(len(lit(page)), len(graph.nodes), "all lit again")


@TESTS.add("search finds by key, implementation, assembly and file")
def _(open_page):
    with open_page("app") as page:
        graph = Graph(page)
        for field in ("key", "implementation", "assembly", "file"):
            value = next((n[field] for n in graph.nodes if n.get(field)), None)
            if value is None:
                continue
            page.evaluate("document.querySelector('#search').select()")
            page.click("#search")
            page.evaluate("document.querySelector('#search').select()")
            page.type(value)
            page.settle()
            expect(lit(page), graph.matching(value), f"hits for the {field} {value!r}")


@TESTS.add("filters hide the rest and say how many are left")
def _(open_page):
    with open_page("app") as page:
        graph = Graph(page)
        expected = set(range(len(graph.nodes)))
        rules = {
            "Lifetime": lambda entry, label: (entry["lifetime"] or "no lifetime") == label,
            "Layer": lambda entry, label: not entry["isMissing"] and (entry.get("layer") or "no layer") == label,
            "Traits": lambda entry, label: entry[{"shared": "isShared", "main actor": "isMainActor", "async": "isAsync"}[label]],
        }
        for at, (title, rule) in enumerate(rules.items()):
            page.click(f".menu:nth-child({at + 1}) summary")
            labels = page.evaluate(f"[...document.querySelectorAll('.menu:nth-child({at + 1}) label bdi')].map((label) => label.textContent)")
            usable = [label for label in labels if title != "Traits" or label in ("shared", "main actor", "async")]
            label = max(usable, key=lambda label: len([id for id in expected if rule(graph.nodes[id], label)]))
            page.click(f".menu:nth-child({at + 1}) label:nth-of-type({labels.index(label) + 1}) input")
            page.settle()
            expected = {id for id in expected if rule(graph.nodes[id], label)}
            assert expected, f"some pass {label}"
            expect(shown(page), expected, f"shown with {title} {label}")
            expect(page.text("#count"), f"{len(expected)} of {len(graph.nodes)} shown", "count")
        page.click("#clear-filters")
        page.settle()
        expect(len(shown(page)), len(graph.nodes), "shown after clearing")


@TESTS.add("a click selects: the panel says what is known, what is reached is lit in both directions")
def _(open_page):
    with open_page("app") as page:
        graph = Graph(page)
        start, middle, _ = graph.chain()
        chosen = max(range(len(graph.nodes)), key=lambda id: min(len(graph.needs[id]), len(graph.needed_by[id])))
        for id in (chosen, middle, start):
            entry = graph.nodes[id]
            click_node(page, id)
            expect(heading(page), entry["name"], "heading")
            panel = page.text("#view")
            place = f"{entry['file']}:{entry['line']}" if entry.get("file") and entry.get("line") is not None else ""
            for value in (entry["key"], entry.get("implementation"), entry["lifetime"], entry.get("layer"), entry.get("assembly"), place):
                assert not value or value in panel, f"panel says {value!r}"
            if entry["resolves"]:
                assert f"{entry['resolves']:,} time" in panel, "panel says how often it was resolved"
            for instance in entry["instances"]:
                assert f"number {instance['number']:,}, {instance['age']}" in panel, "panel says when it was made"
            below, above = graph.reach(id, graph.needs), graph.reach(id, graph.needed_by)
            expect(lit(page), below | above | {id}, "lit nodes")
            direct = len(set(graph.needs[id]))
            if len(below) > direct:
                assert f"Needs {direct}, {len(below)} in all" in panel, "totals"
            expect(page.evaluate(ENDS % "needs"), sorted([id, other] for other in graph.needs[id]), "edges drawn for what it needs")
            expect(page.evaluate(ENDS % "needed-by"), sorted([other, id] for other in graph.needed_by[id]), "edges drawn for who needs it")


@TESTS.add("the place is copied")
def _(open_page):
    with open_page("popcorn") as page:
        graph = Graph(page)
        entry = next(n for n in graph.nodes if n.get("file") and n.get("line") is not None)
        click_node(page, entry["id"])
        page.click("[aria-label='Copy place']")
        assert page.wait("document.querySelector(\"[aria-label='Copy place']\").textContent === 'Copied'"), "the button says so"
        page.browser.send("Browser.grantPermissions", permissions=["clipboardReadWrite"])
        page.click("#search")
        page.send("Input.dispatchKeyEvent", type="keyDown", key="v", code="KeyV", modifiers=2, windowsVirtualKeyCode=86, commands=["paste"])
        page.settle()
        expect(page.evaluate("document.querySelector('#search').value"), f"{entry['file']}:{entry['line']}", "what is pasted")


@TESTS.add("the tree of needs opens to any depth, and a click in it selects")
def _(open_page):
    with open_page("app") as page:
        graph = Graph(page)
        start = max(range(len(graph.nodes)), key=lambda id: len(graph.reach(id, graph.needs)))
        click_node(page, start)
        above, list_selector, depth = start, "#view section .tree", 0
        titles = page.evaluate("[...document.querySelectorAll('#view > section')].map((part) => part.textContent.slice(0, 6))")
        list_selector = f"#view > section:nth-of-type({titles.index('Needs ') + 1}) > .tree"
        while True:
            rows = page.evaluate(f"[...document.querySelector({list_selector!r}).children].map((row) => row.querySelector('.link').textContent)")
            expect(rows, [graph.nodes[id]["name"] for id in graph.needs[above]], f"row {depth} of the tree")
            at = next((i for i, id in enumerate(graph.needs[above]) if graph.needs[id]), None)
            if at is None:
                break
            item = f"{list_selector} > li:nth-child({at + 1})"
            page.click(f"{item} > .row > .opener")
            above, list_selector, depth = graph.needs[above][at], f"{item} > .tree", depth + 1
        assert depth >= 3, f"a tree three deep, found {depth}"
        page.click(f"{list_selector} > li:first-child .link")
        page.settle()
        expect(selected(page), graph.needs[above][0], "selected from the tree")
        assert page.evaluate(in_picture(graph.needs[above][0])), "the picture scrolls to it"


@TESTS.add("a tree around a cycle marks what is repeated and ends there")
def _(open_page):
    with open_page("problems") as page:
        graph = Graph(page)
        start = next(id for id in range(len(graph.nodes)) if id in graph.reach(id, graph.needs))
        click_node(page, start)
        for _ in range(len(graph.nodes)):
            if page.evaluate("document.querySelector('#view .repeated') != null"):
                break
            page.click("(document.querySelector(\"#view .opener[aria-expanded='false'][aria-label^='What it needs']\"))")
        row = page.evaluate("""(() => {
          const row = document.querySelector('#view .repeated').parentElement;
          return { name: row.querySelector('.link').textContent, hasOpener: row.querySelector('.opener') != null };
        })()""")
        expect(row["hasOpener"], False, "an opener on what is repeated")


def find_path(page, start, end):
    click_node(page, start)
    page.click(button_with("Path from here"))
    click_node(page, end)
    return page.evaluate("[...document.querySelectorAll('#view ol .link')].map((link) => link.textContent)"), page.text("#view p")


@TESTS.add("the shortest path is found in either direction, or said to be none")
def _(open_page):
    with open_page("app") as page:
        graph = Graph(page)
        start, end = graph.pair(True, False)
        for first, last in ((start, end), (end, start)):
            names, sentence = find_path(page, first, last)
            expect(len(names), graph.distance(start, end) + 1, "services on the path")
            expect((names[0], names[-1]), (graph.nodes[start]["name"], graph.nodes[end]["name"]), "ends of the path")
            assert "needs" in sentence, sentence
            expect(len(lit(page)), len(names), "lit nodes")
            drawn = page.evaluate("document.querySelector('#edges-path').getAttribute('d').split('C').length - 1")
            expect(drawn, len(names) - 1, "edges drawn")
        start, end = graph.pair(False, False)
        names, sentence = find_path(page, start, end)
        expect(names, [], "services on no path")
        assert sentence.startswith("There is no path"), sentence
        page.key("Escape")
        page.settle()
        assert page.evaluate("document.querySelector('#view ol') == null"), "Escape clears the path"


@TESTS.add("a problem leads to its nodes")
def _(open_page):
    with open_page("problems") as page:
        graph = Graph(page)
        open_tab(page, "Problems")
        expect(page.evaluate("document.querySelectorAll('#view .problem').length"), len(graph.problems), "problems listed")
        counts = page.evaluate("[...document.querySelectorAll('#view h3 .quiet')].map((part) => Number(part.textContent.replace(',', '')))")
        expect(sum(counts), len(graph.problems), "counts of the groups")
        def reached(id):
            return {id} | graph.reach(id, graph.needs) | graph.reach(id, graph.needed_by)

        # One whose nodes are not just what the selection of the first would light.
        index = next(i for i, problem in enumerate(graph.problems)
                     if len(set(problem["nodes"])) > 1 and reached(problem["nodes"][0]) != set(problem["nodes"]))
        problem = graph.problems[index]
        before = heading(page)
        item = page.text(f"[data-problem='{index}']")
        assert problem["what"] in item and problem["fix"] in item, "what and fix"
        page.click(f"[data-problem='{index}'] .link")
        page.settle()
        expect(selected(page), problem["nodes"][0], "selected")
        expect(lit(page), set(problem["nodes"]), "lit")
        expect(heading(page), before, "the list stays")


@TESTS.add("changes are listed, marked, and filtered with their neighbours")
def _(open_page):
    with open_page("changes") as page:
        graph = Graph(page)
        changes = graph.changes
        open_tab(page, "Changes")
        text = page.text("#view")
        for id in changes["added"]:
            assert graph.nodes[id]["name"] in text, "an added service"
            expect(page.text(f"{node(id)} .sign"), "+", "sign of an added service")
        for removed in changes["removed"]:
            assert removed["name"] in text, "a removed service"
        for change in changes["changed"]:
            expect(page.text(f"{node(change['id'])} .sign"), "~", "sign of a changed service")
            for facet in change["facets"]:
                assert f"{facet['name']}: {facet['from']} → {facet['to']}" in text, "a changed facet"
        for edge in (graph.edges[index] for index in changes["addedEdges"]):
            assert f"+ {graph.nodes[edge['from']]['name']} needs {graph.nodes[edge['to']]['name']}" in text, "an added edge"
        for index in changes["addedProblems"]:
            assert graph.problems[index]["what"] in text, "a new problem"
        for edge in changes["removedEdges"]:
            assert f"{edge['from']} needs {edge['to']}" in text, "a removed edge"
        for problem in changes["removedProblems"]:
            assert problem["what"] in text, "a solved problem"
        drawn = page.evaluate("document.querySelector('#edges-added').getAttribute('d').split('C').length - 1")
        expect(drawn, len(changes["addedEdges"]), "added edges drawn")
        around = set(changes["added"]) | {change["id"] for change in changes["changed"]}
        around |= {other for id in around for other in graph.needs[id] + graph.needed_by[id]}
        for index in changes["addedEdges"]:
            around |= {graph.edges[index]["from"], graph.edges[index]["to"]}
        for edge in changes["removedEdges"]:
            around |= set(edge["nodes"])
        page.click("#changed-only")
        page.settle()
        expect(shown(page), around, "shown with only what changed")
    with open_page("lost") as page:
        page.click("#changed-only")
        page.settle()
        names = {Graph(page).nodes[id]["name"] for id in shown(page)}
        expect(names, {"any Login", "Clock"}, "shown where a need went and nothing else changed")
    with open_page("popcorn") as page:
        assert page.evaluate(f"!{button_with('Changes')} || {button_with('Changes')}.hidden"), "no changes where there are none"
        assert page.evaluate("document.querySelector('#changed-only') == null"), "no filter for changes"


def tab_to(page, condition, limit=40):
    for _ in range(limit):
        page.key("Tab")
        if page.evaluate(f"!!({condition})"):
            return
    raise AssertionError(f"Tab never comes to {condition}")


@TESTS.add("Escape in a menu goes back to its button, and nothing shown is no zoom")
def _(open_page):
    with open_page("app") as page:
        page.click(".menu:nth-child(3) summary")
        boxes = page.evaluate("document.querySelectorAll('.menu:nth-child(3) input').length")
        for box in range(1, boxes + 1):
            page.click(f".menu:nth-child(3) label:nth-of-type({box}) input")
        page.settle()
        expect(shown(page), set(), "shown with all traits at once")
        page.key("Escape")
        assert page.evaluate("document.activeElement.matches('.menu:nth-child(3) summary')"), "focus is on the menu's button"
        page.key("f")
        expect(page.text("#zoom"), "Fit", "the zoom of nothing")


@TESTS.add("by keyboard only: go to a node, select it, open what it needs, return")
def _(open_page):
    with open_page("popcorn") as page:
        graph = Graph(page)
        tab_to(page, "document.activeElement.matches('.node')")
        seen = {focused(page)}
        page.key("Tab")
        assert focused(page) is None, "the picture is one tab stop"
        page.evaluate("document.querySelector('.node[tabindex=\"0\"]').focus()")
        for key in ("ArrowRight", "ArrowDown", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowLeft"):
            before = page.evaluate("document.activeElement.getBoundingClientRect().toJSON()")
            page.key(key)
            page.settle()
            after = page.evaluate("document.activeElement.getBoundingClientRect().toJSON()")
            if focused(page) not in seen and key in ("ArrowDown", "ArrowUp"):
                assert abs(after["x"] - before["x"]) < 2, "up and down stay in the column"
            seen.add(focused(page))
        assert len(seen) >= 3, f"arrow keys go from node to node, seen {seen}"
        for _ in range(12):
            if graph.needs[focused(page)]:
                break
            page.key("ArrowRight")
        id = focused(page)
        assert graph.needs[id], "a node that needs something"
        page.key("Enter")
        page.settle()
        expect(selected(page), id, "selected with Enter")
        expect(focused(page), id, "the focus stays")
        assert graph.nodes[id]["name"] in page.text("#announcement"), "the selection is said"
        tab_to(page, "document.activeElement.matches('#view .tree .link')")
        expect(page.evaluate("document.activeElement.textContent"), graph.nodes[graph.needs[id][0]]["name"], "first need")
        page.key("Enter")
        page.settle()
        expect(selected(page), graph.needs[id][0], "selected from the tree")
        expect(page.evaluate("document.activeElement.tagName"), "H2", "the focus is on the new heading")
        page.key("Escape")
        page.settle()
        expect(focused(page), graph.needs[id][0], "Escape returns to the picture")
        page.key("Escape")
        page.settle()
        expect(selected(page), -1, "Escape again clears the selection")


@TESTS.add("by keyboard only: path, problems, keys")
def _(open_page):
    with open_page("app") as page:
        page.evaluate("document.querySelector('.node[tabindex=\"0\"]').focus()")
        page.key("p")
        page.settle()
        assert page.evaluate("document.querySelector('#path-hint').checkVisibility()"), "the hint is shown"
        page.key("ArrowRight")
        page.key("p")
        page.settle()
        expect(heading(page), "Path", "view")
        page.key("x")
        page.settle()
        assert "problem" in heading(page), "x shows the problems"
        page.key("?")
        assert page.evaluate("document.querySelector('#keys').open"), "? shows the keys"
        page.key("Escape")
        assert page.wait("!document.querySelector('#keys').open"), "Escape closes them"


@TESTS.add("back, forward and a link lead to selections")
def _(open_page):
    with open_page("app") as page:
        graph = Graph(page)
        first, second, _ = graph.chain()
        click_node(page, first)
        click_node(page, second)
        address = page.evaluate("location.href")
        history = page.send("Page.getNavigationHistory")
        entries, at = history["entries"], history["currentIndex"]
        for step, id in ((-1, first), (-2, -1), (0, second)):
            page.send("Page.navigateToHistoryEntry", entryId=entries[at + step]["id"])
            assert page.wait(f"Number(document.querySelector('.node[aria-current]')?.dataset.id ?? -1) === {id}"), \
                f"history step {step} selects {id}, not {selected(page)}"
        page.open("about:blank")
        page.open(address)
        page.settle()
        expect(selected(page), second, "selected by the link")
        expect(heading(page), graph.nodes[second]["name"], "heading by the link")
        page.open("about:blank")
        page.open(page.url + "#%E0%A4%A")
        expect(selected(page), -1, "a broken link selects nothing")
        expect(page.complaints(), [], "complaints")


@TESTS.add("an empty graph says so")
def _(open_page):
    with open_page("empty") as page:
        expect(shown(page), set(), "nodes")
        assert "no services" in page.text("#nothing"), "the sentence"
        for key in ("ArrowDown", "p", "x", "f", "/", "a", "Enter", "Escape", "Escape"):
            page.key(key)
        expect(page.complaints(), [], "complaints")
