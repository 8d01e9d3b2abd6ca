"""What the tests share: the list of tests, and questions to the page."""


class Tests(list):
    """The tests of a module, in the order in which they are written."""

    def add(self, name):
        def keep(function):
            self.append((name, function))
            return function
        return keep


def expect(actual, expected, what):
    assert actual == expected, f"{what}: expected {str(expected)[:300]!r}, found {str(actual)[:300]!r}"


def node(id):
    return f'.node[data-id="{id}"]'


def ids(page, selector):
    """Ids of the nodes that are shown and match."""
    return set(page.evaluate(
        f"[...document.querySelectorAll('.node{selector}')].filter((node) => node.checkVisibility()).map((node) => Number(node.dataset.id))"))


def shown(page):
    return ids(page, "")


def lit(page):
    return ids(page, ":not(.is-dim)")


def focused(page):
    return page.evaluate("document.activeElement.dataset.id == null ? null : Number(document.activeElement.dataset.id)")


def selected(page):
    return page.evaluate("Number(document.querySelector('.node[aria-current]')?.dataset.id ?? -1)")


def heading(page):
    return page.text("#view h2")


def click_node(page, id):
    page.click(node(id))
    page.settle()


def in_picture(id):
    """Says in the page whether a node is wholly in the part of the picture that is shown."""
    return f"""(() => {{
      const box = document.querySelector({node(id)!r}).getBoundingClientRect();
      const picture = document.querySelector('#picture').getBoundingClientRect();
      return box.left >= picture.left && box.right <= picture.right && box.top >= picture.top && box.bottom <= picture.bottom;
    }})()"""


def button_with(text, within="document"):
    return f"([...{within}.querySelectorAll('button')].find((button) => button.textContent.startsWith({text!r})))"


def open_tab(page, title):
    page.click(button_with(title, "document.querySelector('#tabs')"))
    page.settle()
    pressed = page.evaluate("[...document.querySelectorAll('#tabs [aria-pressed=true]')].map((tab) => tab.firstChild.data)")
    expect(pressed, [title], "tab marked as shown")


# The longest time from an event to the end of the next frame, for a number of tries; the test takes the best of them.
MEASURE = """
window.measured = [];
addEventListener('%s', (event) => {
  requestAnimationFrame(() => {
    const afterFrame = new MessageChannel();
    afterFrame.port1.onmessage = () => measured.push(performance.now() - event.timeStamp);
    afterFrame.port2.postMessage(null);
  });
}, true);
"""


def best_time(page, event, act, tries=5):
    page.evaluate(MEASURE % event)
    for count in range(1, tries + 1):
        act()
        assert page.wait(f"measured.length >= {count}"), f"no frame after {event}"
        page.settle()
    return min(page.evaluate("measured"))
