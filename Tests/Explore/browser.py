"""A headless Chromium driven over its debugging pipe: no port, no library. See `Browser` and `Page`."""

import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time


class NoBrowser(Exception):
    """No Chromium was found."""


class BrowserError(Exception):
    """The browser refused a command, did not answer in time, or a script threw."""


def find_browser():
    names = [os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"]
    for name in filter(None, names):
        path = shutil.which(name)
        if path:
            return path
    raise NoBrowser("no browser found: set CHROMIUM, or put chromium, chromium-browser or google-chrome on PATH")


class Browser:
    """Owns the process and its profile; both are gone after `with`."""

    def __enter__(self):
        path = find_browser()
        self.profile = tempfile.mkdtemp(prefix="explore-")
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()
        arguments = [
            path, "--headless", "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "--no-first-run",
            "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-extensions", "--hide-scrollbars", "--disable-dev-shm-usage", "about:blank",
        ]
        if os.geteuid() == 0:
            arguments.insert(1, "--no-sandbox")

        def connect():
            # The browser reads commands from descriptor 3 and writes answers to 4. Each end is first moved away from both.
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            while reading in (3, 4):
                reading = os.dup(reading)
            while writing in (3, 4):
                writing = os.dup(writing)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            arguments, preexec_fn=connect, close_fds=False, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.last_id = 0
        self.events = []
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, session=None, time_limit=120, **parameters):
        """The result of a command; the events that come before it are kept in `events`."""
        self.last_id += 1
        command = {"id": self.last_id, "method": method, "params": parameters}
        if session:
            command["sessionId"] = session
        self._write(json.dumps(command).encode() + b"\0")
        deadline = time.monotonic() + time_limit
        while True:
            message = self._read(deadline, method)
            if message.get("id") != command["id"]:
                self.events.append(message)
            elif "error" in message:
                raise BrowserError(f"{method}: {message['error']['message']}")
            else:
                return message["result"]

    def wait_for(self, method, session, time_limit=120):
        """The next event of that name, also one that has come already."""
        deadline = time.monotonic() + time_limit
        while True:
            for event in self.events:
                if event.get("method") == method and event.get("sessionId") == session:
                    self.events.remove(event)
                    return event["params"]
            self.events.append(self._read(deadline, method))

    def _write(self, message):
        while message:
            message = message[os.write(self.commands, message):]

    def _read(self, deadline, awaited):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.answers], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise BrowserError(f"{awaited}: no answer in time")
            part = os.read(self.answers, 1 << 20)
            if not part:
                raise BrowserError(f"{awaited}: the browser has ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)


# Key, code and Windows key code of the keys that are not a character.
NAMED_KEYS = {
    "Enter": ("Enter", 13, "\r"), "Escape": ("Escape", 27, ""), "Tab": ("Tab", 9, ""), "Backspace": ("Backspace", 8, ""),
    "ArrowLeft": ("ArrowLeft", 37, ""), "ArrowUp": ("ArrowUp", 38, ""), "ArrowRight": ("ArrowRight", 39, ""),
    "ArrowDown": ("ArrowDown", 40, ""), "Home": ("Home", 36, ""), "End": ("End", 35, ""), " ": ("Space", 32, " "),
}


class Page:
    """One tab with a page of a file, and what a reader does in it."""

    def __init__(self, browser, url, width=1440, height=900):
        self.browser = browser
        self.target = browser.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.send("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.send("Emulation.setFocusEmulationEnabled", enabled=True)
        self.prefer()
        self.url = url
        self.open(url)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.send("Target.closeTarget", targetId=self.target)

    def send(self, method, **parameters):
        return self.browser.send(method, session=self.session, **parameters)

    def open(self, url):
        self.send("Page.navigate", url=url)
        self.browser.wait_for("Page.loadEventFired", self.session)

    def evaluate(self, expression):
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def wait(self, condition, time_limit=60):
        """Until an expression is true; whether it became so."""
        deadline = time.monotonic() + time_limit
        while time.monotonic() < deadline:
            if self.evaluate(f"!!({condition})"):
                return True
            time.sleep(0.02)
        return False

    def prefer(self, scheme="light", motion="reduce"):
        """What the reader's system asks for. Nothing glides unless a test wants it to: how long that takes depends on the machine."""
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}])

    def settle(self):
        """Until two frames have been drawn."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def key(self, name, shift=False):
        if name in NAMED_KEYS:
            code, number, text = NAMED_KEYS[name]
        else:
            # Only letters and digits have their own number as key code: that of '.' is the Delete key's.
            code, number, text = "", ord(name.upper()) if name.isascii() and name.isalnum() else 0, name
        event = {"key": name, "code": code, "windowsVirtualKeyCode": number, "modifiers": 8 if shift else 0}
        self.send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **event)
        self.send("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text):
        for character in text:
            self.key(character)

    def click(self, selector):
        """A real click in the middle of an element, brought into view first. What lies on top of it is an error."""
        point = self.evaluate(f"""(() => {{
          const target = {selector if selector.startswith('(') else f'document.querySelector({json.dumps(selector)})'};
          if (!target) return null;
          target.scrollIntoView({{ block: 'nearest', inline: 'nearest', behavior: 'instant' }});
          const box = target.getBoundingClientRect();
          const x = box.x + Math.min(box.width / 2, 80), y = box.y + box.height / 2;
          const hit = document.elementFromPoint(x, y);
          return {{ x, y, isHit: target.contains(hit) || (hit?.contains(target) ?? false), hit: hit?.outerHTML.slice(0, 120) }};
        }})()""")
        if point is None:
            raise BrowserError(f"nothing to click: {selector}")
        if not point["isHit"]:
            raise BrowserError(f"{selector} is covered by {point['hit']}")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=point["x"], y=point["y"],
                      button="none" if kind == "mouseMoved" else "left", clickCount=0 if kind == "mouseMoved" else 1)

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.textContent ?? null")

    def events(self, method):
        return [event["params"] for event in self.browser.events
                if event.get("method") == method and event.get("sessionId") == self.session]

    def complaints(self):
        """Errors and warnings of the console, exceptions, and refusals of the content policy."""
        self.evaluate("0")
        thrown = [event["exceptionDetails"]["text"] for event in self.events("Runtime.exceptionThrown")]
        logged = [str(event["args"]) for event in self.events("Runtime.consoleAPICalled")]
        noted = [event["entry"]["text"] for event in self.events("Log.entryAdded")]
        return thrown + logged + noted

    def requests(self):
        """Addresses asked for other than the page itself."""
        self.evaluate("0")
        asked = [event["request"]["url"] for event in self.events("Network.requestWillBeSent")]
        return [url for url in asked if url.split("#")[0] != self.url.split("#")[0]]

    def screenshot(self, path):
        import base64
        data = self.send("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
