"""The data of a page, read again in Python: what a test expects is worked out here, not by the page's own script."""

import json

FLAGS = dict.fromkeys((
    "isShared", "isAsync", "isMainActor", "isAlias", "isDecorated", "isReplaced", "isGiven", "isOpaque", "isInherited", "isMissing",
    "wasResolved"), False)


class Graph:
    def __init__(self, page):
        data = json.loads(page.evaluate("document.getElementById('data').textContent"))
        # What is false, empty or zero may be left out.
        self.nodes = [FLAGS | {"resolves": 0, "instances": [], "lifetime": ""} | node for node in data["nodes"]]
        self.edges, self.problems, self.changes = data["edges"], data["problems"], data.get("changes")
        self.layers, self.title = data["layers"], data["title"]
        self.needs = [[] for _ in self.nodes]
        self.needed_by = [[] for _ in self.nodes]
        for edge in self.edges:
            self.needs[edge["from"]].append(edge["to"])
            self.needed_by[edge["to"]].append(edge["from"])

    def reach(self, start, neighbours):
        found, waiting = set(), [start]
        while waiting:
            for following in neighbours[waiting.pop()]:
                if following not in found:
                    found.add(following)
                    waiting.append(following)
        return found

    def distance(self, start, end):
        """Edges on the shortest path of needs; None where there is none."""
        front, seen, steps = {start}, {start}, 0
        while front:
            if end in front:
                return steps
            front = {following for node in front for following in self.needs[node]} - seen
            seen |= front
            steps += 1
        return None

    def matching(self, query):
        fields = ("name", "key", "implementation", "assembly", "file")
        words = query.lower().split()
        return {node["id"] for node in self.nodes
                if all(word in "\n".join(filter(None, map(node.get, fields))).lower() for word in words)}

    def chain(self):
        """Ids of a chain of needs three deep, each without the one before; for popcorn and the app there is one."""
        for start in range(len(self.nodes)):
            for second in self.needs[start]:
                for third in self.needs[second]:
                    if len({start, second, third}) == 3:
                        return [start, second, third]
        return None

    def pair(self, start_reaches_end, end_reaches_start):
        """Two nodes with paths between them as asked, two steps apart at least where there is one."""
        for start in range(len(self.nodes)):
            below, above = self.reach(start, self.needs), self.reach(start, self.needed_by)
            for end in range(len(self.nodes)):
                if end == start or (end in below) != start_reaches_end or (end in above) != end_reaches_start:
                    continue
                if (start_reaches_end and self.distance(start, end) < 2) or (end_reaches_start and self.distance(end, start) < 2):
                    continue
                return start, end
        return None
