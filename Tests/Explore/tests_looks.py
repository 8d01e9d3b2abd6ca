"""How it looks and reads: no overlaps, contrast in both themes, print, and what a screen reader is told."""

import base64
import re
import time

from graph import Graph
from support import Tests, click_node, expect, in_picture, node, open_tab

TESTS = Tests()
PAGES = ("popcorn", "app", "large", "hostile", "problems", "changes", "empty")


@TESTS.add("nodes do not overlap and their text stays inside")
def _(open_page):
    for name in PAGES:
        with open_page(name) as page:
            found = page.evaluate("""(() => {
              const boxes = [...document.querySelectorAll('.node')].map((node) => node.getBoundingClientRect());
              let overlaps = 0;
              boxes.sort((a, b) => a.left - b.left);
              for (let i = 0; i < boxes.length; i++) {
                for (let j = i + 1; j < boxes.length && boxes[j].left < boxes[i].right; j++) {
                  if (boxes[j].top < boxes[i].bottom && boxes[i].top < boxes[j].bottom) overlaps += 1;
                }
              }
              const spills = [...document.querySelectorAll('.node > .name, .node > .facts')].filter((part) => {
                const inner = part.getBoundingClientRect(), outer = part.parentElement.getBoundingClientRect();
                return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom;
              }).length;
              return [overlaps, spills, document.documentElement.scrollWidth > innerWidth];
            })()""")
            expect(found, [0, 0, False], f"overlaps, spilling texts, page wider than the window in {name}")


@TESTS.add("edges go from right to left where the layers allow it")
def _(open_page):
    with open_page("popcorn") as page:
        graph = Graph(page)
        lefts = page.evaluate("[...document.querySelectorAll('.node')].map((node) => [Number(node.dataset.id), node.getBoundingClientRect().left])")
        left = dict(lefts)
        against = [edge for edge in graph.edges if left[edge["to"]] >= left[edge["from"]] and not graph.problems]
        assert len(against) <= len(graph.edges) / 20, f"{len(against)} of {len(graph.edges)} edges go against the order"


# Texts whose contrast with what lies behind them is below 4.5.
CONTRAST = """(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => [r, g, b].map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const behind = (part) => {
    for (let at = part; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (rgba(colour)[3] > 250) return colour;
    }
    return 'white';
  };
  const poor = new Set();
  let checked = 0;
  for (const part of document.querySelectorAll('body *')) {
    const hasText = [...part.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (!hasText || !part.checkVisibility() || part.matches('.unseen, script')) continue;
    checked += 1;
    const style = getComputedStyle(part);
    const [light, dark] = [luminance(rgba(style.color)), luminance(rgba(behind(part)))].sort((a, b) => b - a);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < 4.5 || Number(style.opacity) < 1) poor.add(`${part.tagName}.${part.className} ${part.textContent.slice(0, 20)} ${contrast.toFixed(2)}`);
  }
  return { poor: [...poor].slice(0, 8), checked };
})()"""


def colours(page):
    return page.evaluate("['body', '#panel', '.node', '.lane'].map((name) => getComputedStyle(document.querySelector(name)).backgroundColor"
                         " + getComputedStyle(document.querySelector(name)).color)")


@TESTS.add("light and dark follow the system, each with enough contrast")
def _(open_page):
    seen = {}
    for name in ("app", "changes", "problems"):
        with open_page(name) as page:
            for scheme in ("light", "dark"):
                page.prefer(scheme=scheme)
                seen[scheme] = colours(page)
                for step in ("nothing selected", "a node selected", "problems shown"):
                    if step == "a node selected":
                        click_node(page, 3)
                    if step == "problems shown":
                        open_tab(page, "Problems")
                    result = page.evaluate(CONTRAST)
                    assert result["checked"] > 25, "texts were looked at"
                    expect(result["poor"], [], f"texts hard to read in {name}, {scheme}, {step}")
            for light, dark in zip(seen["light"], seen["dark"]):
                assert light != dark, "colours differ"


@TESTS.add("the switch overrules the system")
def _(open_page):
    with open_page("app") as page:
        page.prefer(scheme="light")
        light = colours(page)
        page.evaluate("document.querySelector('#theme').focus()")
        page.type("d")
        assert page.wait("document.querySelector('#theme').value === 'dark'"), "chosen by keyboard"
        dark = colours(page)
        assert light != dark, "dark colours in a light system"
        page.prefer(scheme="dark")
        time.sleep(1.1)  # or the letters are read as the beginning of one word
        page.type("l")
        assert page.wait("document.querySelector('#theme').value === 'light'"), "chosen by keyboard"
        expect(colours(page), light, "light colours in a dark system")
        time.sleep(1.1)
        page.type("s")
        assert page.wait("document.querySelector('#theme').value === 'system'"), "chosen by keyboard"
        expect(colours(page), dark, "the system's colours again")


@TESTS.add("nothing glides where the reader prefers less motion")
def _(open_page):
    with open_page("app") as page:
        far = Graph(page).nodes[-1]
        page.click("#search")
        page.type(far["key"])
        for motion, behaviour in (("no-preference", "smooth"), ("reduce", "auto")):
            page.prefer(motion=motion)
            expect(page.evaluate("getComputedStyle(document.querySelector('#picture')).scrollBehavior"), behaviour, f"scrolling, {motion}")
            page.evaluate("document.querySelector('#picture').scrollTo({ left: 0, top: 0, behavior: 'instant' })")
            assert not page.evaluate(in_picture(far["id"])), "out of view at first"
            page.key("Enter")
            if motion == "reduce":
                assert page.evaluate(in_picture(far["id"])), "there at once"
            assert page.wait(in_picture(far["id"])), f"not there, {motion}"


@TESTS.add("print: the picture on the paper's width, a table of all services, no controls")
def _(open_page):
    for name, least in (("popcorn", 2), ("app", 4)):
        with open_page(name) as page:
            graph = Graph(page)
            data = base64.b64decode(page.send("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"])
            pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", data))
            assert data.startswith(b"%PDF") and least <= pages <= 40, f"{pages} pages in {name}"
            box = [float(part) for part in re.search(rb"/MediaBox\s*\[([^\]]*)\]", data)[1].split()]
            assert box[2] > box[3], "landscape"
            expect(page.evaluate("document.querySelectorAll('#print tbody tr').length"), len(graph.nodes), "rows of the table")
            page.send("Emulation.setEmulatedMedia", media="print")
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            for selector in ("#search", "#filters", "#theme", "#panel"):
                expect(page.evaluate(f"document.querySelector({selector!r}).checkVisibility()"), False, f"{selector} is printed")
            expect(page.evaluate("document.querySelector('#print table').checkVisibility()"), True, "the table is printed")
            width = page.evaluate("document.querySelector('#canvas').getBoundingClientRect().width")
            assert width <= 1040, f"the picture is {width} wide"
            page.evaluate("dispatchEvent(new Event('afterprint'))")
            page.send("Emulation.setEmulatedMedia", media="")
            expect(page.evaluate("document.querySelector('#print').checkVisibility()"), False, "the table on the screen")


def accessible(page):
    tree = page.send("Accessibility.getFullAXTree")["nodes"]
    return [(entry["role"]["value"], entry.get("name", {}).get("value", "")) for entry in tree if not entry["ignored"]]


@TESTS.add("a screen reader is told landmarks, headings and what each node is")
def _(open_page):
    with open_page("app") as page:
        graph = Graph(page)
        found = accessible(page)
        roles = {role for role, _ in found}
        for role in ("banner", "main", "complementary", "contentinfo", "search", "navigation"):
            assert role in roles, f"landmark {role}"
        headings = [name for role, name in found if role == "heading"]
        assert graph.title in headings, "the title is a heading"
        assert any(name.startswith(graph.layers[0]["name"]) for name in headings), "each layer has a heading"
        names = {name for role, name in found if role == "button"}
        for entry in graph.nodes:
            id = entry["id"]
            matching = [name for name in names if name.startswith(entry["name"] + ", ")
                        and f"needs {len(graph.needs[id])}, needed by {len(graph.needed_by[id])}" in name]
            if not entry["isMissing"]:
                matching = [name for name in matching if entry["lifetime"] in name]
            for flag, word in (("isMainActor", "main actor"), ("isAsync", "async"), ("isShared", "shared"), ("isReplaced", "replaced")):
                if entry[flag]:
                    matching = [name for name in matching if word in name]
            count = sum(id in problem["nodes"] for problem in graph.problems)
            if count:
                matching = [name for name in matching if f"{count} problem" in name]
            assert matching, f"no button says all of {entry['name']}"
        unnamed = [role for role, name in found if role in ("button", "searchbox", "combobox", "checkbox") and not name.strip()]
        expect(unnamed, [], "controls without a name")


@TESTS.add("without JavaScript a sentence says so")
def _(open_page):
    with open_page("popcorn") as page:
        page.send("Emulation.setScriptExecutionDisabled", value=True)
        page.open("about:blank")
        page.open(page.url)
        assert any("JavaScript" in name for role, name in accessible(page) if role == "StaticText"), "the sentence is shown"


@TESTS.add("a narrow window shows picture and panel one below the other, each large enough")
def _(open_page):
    with open_page("app") as page:
        page.send("Emulation.setDeviceMetricsOverride", width=320, height=256, deviceScaleFactor=1, mobile=False)
        page.settle()
        for part in ("#picture", "#panel"):
            height = page.evaluate(f"document.querySelector('{part}').clientHeight")
            assert height >= 200, f"{part} is {height} high"
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 320, f"the page is {width} wide"
        for menu in (1, 2, 3):
            page.click(f".menu:nth-child({menu}) summary")
            box = page.evaluate(f"document.querySelector('.menu:nth-child({menu}) fieldset').getBoundingClientRect().toJSON()")
            assert 0 <= box["left"] and box["right"] <= 320, f"menu {menu}: {box}"
            page.key("Escape")
