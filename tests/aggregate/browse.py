# SPDX-License-Identifier: BSD-3-Clause
"""Open a page in headless Chromium and evaluate expressions in it.

  browse.py PAGE [--width=N] [--dark] [--print] [--picture=FILE [--from=Y]] [EXPRESSION...]

Prints what each expression is as a line of JSON.  Errors on the console, and
requests for anything but the page, are printed to stderr and make the exit
status 1.
"""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


class Browser:
    """Chromium, spoken to through two pipes: it reads 3 and writes 4."""

    def __init__(self, folder, width):
        to_read, self.to_it = os.pipe()
        self.from_it, to_write = os.pipe()
        # The pair that is passed on must not lie where the other is put.
        to_read, to_write = (self._moved(end) for end in (to_read, to_write))

        def place():
            os.dup2(to_read, 3)
            os.dup2(to_write, 4)

        self.process = subprocess.Popen(
            [shutil.which("chromium"), "--headless=new", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update",
             "--disable-extensions", "--disable-sync", "--disable-default-apps",
             "--disable-component-extensions-with-background-pages", "--mute-audio",
             "--remote-debugging-pipe", f"--user-data-dir={folder}",
             f"--window-size={width},900", "about:blank"],
            preexec_fn=place, close_fds=False, env=dict(os.environ, TMPDIR=folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.last = 0
        self.session = None
        self.rest = b""
        self.events = []

    @staticmethod
    def _moved(end):
        import fcntl
        high = fcntl.fcntl(end, fcntl.F_DUPFD, 20)
        os.close(end)
        return high

    def receive(self):
        while b"\0" not in self.rest:
            got = os.read(self.from_it, 1 << 16)
            if not got:
                raise SystemExit("browse.py: the browser has ended")
            self.rest += got
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_it, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") != self.last:
                self.events.append(answer)
            elif "error" in answer:
                raise SystemExit(f"browse.py: {method}: {answer['error']}")
            else:
                return answer["result"]

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.receive())

    def end(self):
        self.session = None
        try:
            self.ask("Browser.close")
        except (SystemExit, OSError):
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def complaints(events, page):
    for event in events:
        method, of = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = of["exceptionDetails"]
            yield details.get("exception", {}).get("description") or details["text"]
        elif method == "Log.entryAdded" and of["entry"]["level"] in ("error", "warning"):
            yield of["entry"]["text"]
        elif method == "Runtime.consoleAPICalled" and of["type"] in ("error", "warning"):
            yield "console: " + json.dumps(of["args"])
        elif method == "Network.requestWillBeSent":
            url = of["request"]["url"]
            if url != page and not url.startswith("data:"):
                yield "asks for " + url


def visit(browser, page, options, expressions):
    target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
    browser.session = browser.ask("Target.attachToTarget", targetId=target,
                                  flatten=True)["sessionId"]
    for domain in ("Page", "Runtime", "Log", "Network"):
        browser.ask(domain + ".enable")
    width = int(options.get("width", 1280))
    browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=900,
                deviceScaleFactor=1, mobile=width < 600)
    medium = "print" if "print" in options else ""
    scheme = "dark" if "dark" in options else "light"
    browser.ask("Emulation.setEmulatedMedia", media=medium, features=[
        {"name": "prefers-color-scheme", "value": scheme}])
    browser.ask("Page.navigate", url=page)
    browser.wait("Page.loadEventFired")
    for expression in expressions:
        got = browser.ask("Runtime.evaluate", expression=expression,
                          returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in got:
            browser.events.append({"method": "Runtime.exceptionThrown", "params": got})
        print(json.dumps(got["result"].get("value")))
    if "from" in options:
        browser.ask("Runtime.evaluate", expression=f"scrollTo(0, {options['from']})")
    if "picture" in options:
        picture = browser.ask("Page.captureScreenshot", captureBeyondViewport="from" not in options)
        pathlib.Path(options["picture"]).write_bytes(base64.b64decode(picture["data"]))
    return list(complaints(browser.events, page))


def main():
    options = dict((word[2:].split("=", 1) + [""])[:2] for word in sys.argv[2:]
                   if word.startswith("--"))
    expressions = [word for word in sys.argv[2:] if not word.startswith("--")]
    page = pathlib.Path(sys.argv[1]).resolve().as_uri()
    # Its socket has a name of 108 bytes at most: not below a long TMPDIR.
    with tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as folder:
        browser = Browser(folder, options.get("width", "1280"))
        try:
            wrong = visit(browser, page, options, expressions)
        finally:
            browser.end()
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main())
