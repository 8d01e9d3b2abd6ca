"""Pictures of the page for the eye, at 1440 by 900."""

from graph import Graph
from support import click_node, open_tab


def take(open_page, directory):
    for name in ("popcorn", "app", "large", "hostile", "problems", "changes", "empty"):
        with open_page(name) as page:
            page.settle()
            page.screenshot(directory / f"{name}.png")
            if name == "problems":
                open_tab(page, "Problems")
                page.click(".problem .link")
                page.settle()
                page.screenshot(directory / "problems-list.png")
            if name == "changes":
                open_tab(page, "Changes")
                page.screenshot(directory / "changes-list.png")
            if name == "app":
                graph = Graph(page)
                middle = max(range(len(graph.nodes)), key=lambda id: min(len(graph.needs[id]), len(graph.needed_by[id])))
                click_node(page, middle)
                page.screenshot(directory / "app-selected.png")
                page.prefer(scheme="dark")
                page.settle()
                page.screenshot(directory / "app-dark.png")
