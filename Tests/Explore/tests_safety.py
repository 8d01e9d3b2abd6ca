"""Names are text: nothing in them runs, nothing is loaded, nothing turns its surroundings; and no page complains."""

from graph import Graph
from support import Tests, click_node, expect, heading, node, open_tab

TESTS = Tests()
PAGES = ("popcorn", "app", "large", "hostile", "problems", "changes", "empty")


@TESTS.add("no page complains or asks for anything")
def _(open_page):
    for name in PAGES:
        with open_page(name) as page:
            if name != "empty":
                click_node(page, 0)
            open_tab(page, "Problems")
            expect(page.complaints(), [], f"complaints of {name}")
            expect(page.requests(), [], f"requests of {name}")


@TESTS.add("hostile names stay text, whole in the panel, everywhere")
def _(open_page):
    with open_page("hostile") as page:
        graph = Graph(page)
        known = page.evaluate("document.querySelectorAll('script, style, meta').length")
        for entry in graph.nodes:
            click_node(page, entry["id"])
            expect(heading(page), entry["name"], "heading")
            assert entry["key"] in page.text("#view dl"), "the key is whole"
            box = page.evaluate("(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('#panel'))")
            assert box[0] <= box[1], f"the panel is wider than its place for {entry['name'][:40]!r}"
            assert page.evaluate("decodeURIComponent(location.hash.slice(1))").startswith(entry["key"]), "the address"
        for tab in ("Problems", "Changes"):
            if tab == "Problems" or graph.changes is not None:
                open_tab(page, tab)
                expect(page.evaluate("document.querySelectorAll('#view script, #view img, #view b b').length"), 0, f"markup in {tab}")
        for problem in graph.problems:
            open_tab(page, "Problems")
            assert problem["what"] in page.text("#view"), "the problem is whole"
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.key("/")
        page.type('"><img')
        page.key("Enter")
        page.settle()
        expect(page.evaluate("typeof window.hacked"), "undefined", "window.hacked")
        expect(page.evaluate("document.title"), graph.title, "title")
        expect(page.evaluate("document.querySelectorAll('script, style, meta').length"), known, "scripts, styles and metas")
        expect(page.evaluate("document.querySelectorAll('img, iframe, object').length"), 0, "elements made of names")
        expect(page.complaints(), [], "complaints")
        expect(page.requests(), [], "requests")


@TESTS.add("names from right to left are isolated")
def _(open_page):
    with open_page("hostile") as page:
        graph = Graph(page)
        turning = [n for n in graph.nodes if any("\u0590" <= c <= "\u08ff" or c == "\u202e" for c in n["name"])]
        assert turning, "the page has such names"
        for entry in turning:
            click_node(page, entry["id"])
            for selector in ("#view h2 bdi", f"{node(entry['id'])} .name"):
                style = page.evaluate(f"getComputedStyle(document.querySelector({selector!r})).unicodeBidi")
                assert style in ("isolate", "plaintext"), f"{selector} is {style}"
        loose = page.evaluate("""(() => {
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const loose = [];
          while (walker.nextNode()) {
            const text = walker.currentNode;
            if (/[\\u0590-\\u08ff\\u202e]/.test(text.data) && text.parentElement.checkVisibility()
              && !text.parentElement.closest('bdi, .unseen')) loose.push(text.data.slice(0, 40));
          }
          return loose;
        })()""")
        expect(loose, [], "texts that are not isolated")


@TESTS.add("the content policy forbids loading")
def _(open_page):
    with open_page("popcorn") as page:
        policy = page.evaluate("document.querySelector('meta[http-equiv=Content-Security-Policy]').content")
        assert "default-src 'none'" in policy, policy
        refused = page.evaluate("new Promise((done) => { const image = new Image(); image.onerror = () => done(true);"
                                " image.onload = () => done(false); image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='; })")
        expect(refused, True, "an image is refused")
