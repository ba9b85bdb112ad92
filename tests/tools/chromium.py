"""A headless Chromium for tests, driven over its DevTools protocol.

The protocol is JSON with a zero byte after each message, over two pipes, so the
standard library is enough: https://chromedevtools.github.io/devtools-protocol/
"""
import base64
import itertools
import json
import os
import select
import shutil
import subprocess

NAMES = ('chromium', 'chromium-browser', 'google-chrome', 'chrome')
PATH = os.name == 'posix' and next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = ('--headless --no-sandbox --disable-gpu --no-first-run --hide-scrollbars '
         '--disable-background-networking --disable-component-update --disable-sync '
         '--disable-dev-shm-usage --remote-debugging-pipe').split()
PATIENCE = 30  # seconds for one answer

KEY_CODES = {'ArrowLeft': 37, 'ArrowUp': 38, 'ArrowRight': 39, 'ArrowDown': 40,
             'Home': 36, 'End': 35, 'PageUp': 33, 'PageDown': 34, 'Enter': 13}
TEXTS = {'Enter': '\r'}


class Browser:
    """One running Chromium with one page."""

    def __init__(self, profile):
        ours, theirs = _pipes()
        self._read, self._write = ours
        self._process = subprocess.Popen(
            [PATH, *FLAGS, f'--user-data-dir={profile}', 'about:blank'],
            preexec_fn=lambda: [os.dup2(fd, i) for i, fd in enumerate(theirs, 3)],
            pass_fds=(3, 4), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for fd in theirs:
            os.close(fd)
        self._ids = itertools.count(1)
        self._rest = b''
        self._session = None
        self.events = []
        target = self.call('Target.createTarget', url='about:blank')
        self._session = self.call('Target.attachToTarget', flatten=True,
                                  **target)['sessionId']
        for domain in ('Page', 'Runtime', 'Log', 'Network'):
            self.call(f'{domain}.enable')

    def close(self):
        self._process.kill()
        self._process.wait()
        os.close(self._read)
        os.close(self._write)

    def call(self, method, **params):
        """The result of a method of the protocol."""
        number = next(self._ids)
        message = {'id': number, 'method': method, 'params': params}
        if self._session:
            message['sessionId'] = self._session
        os.write(self._write, json.dumps(message).encode() + b'\0')
        while (answer := self._message()).get('id') != number:
            self.events.append(answer)
        assert 'error' not in answer, answer
        return answer['result']

    def _message(self):
        while b'\0' not in self._rest:
            assert select.select([self._read], [], [], PATIENCE)[0], 'no answer'
            data = os.read(self._read, 1 << 16)
            assert data, 'Chromium has ended'
            self._rest += data
        message, _, self._rest = self._rest.partition(b'\0')
        return json.loads(message)

    # --- what a user does, and sees ------------------------------------------

    def open(self, address):
        """Load an address anew and wait until it is there."""
        for url in ('about:blank', address):
            self.events.clear()
            self.call('Page.navigate', url=url)
            while not any(event['method'] == 'Page.loadEventFired'
                          for event in self.events):
                self.events.append(self._message())

    def run(self, script):
        """The value of a JavaScript expression; a promise is waited for."""
        answer = self.call('Runtime.evaluate', expression=script, returnByValue=True,
                           awaitPromise=True, userGesture=True)
        assert 'exceptionDetails' not in answer, answer
        return answer['result'].get('value')

    def press(self, *keys, shift=False):
        """Press keys, each by its name in JavaScript."""
        for key in keys:
            text = TEXTS.get(key, key if len(key) == 1 else '')
            code = KEY_CODES.get(key, ord(key.upper()) if len(key) == 1 else 0)
            common = {'key': key, 'windowsVirtualKeyCode': code,
                      'modifiers': 8 * shift}
            self.call('Input.dispatchKeyEvent', type='keyDown', text=text, **common)
            self.call('Input.dispatchKeyEvent', type='keyUp', **common)

    def type(self, text):
        self.call('Input.insertText', text=text)

    def click(self, selector):
        """Click in the middle of an element, as a mouse does."""
        point = self.run(f'(box => [box.x + box.width / 2, box.y + box.height / 2])'
                         f'(document.querySelector({json.dumps(selector)})'
                         f'.getBoundingClientRect())')
        for kind in ('mousePressed', 'mouseReleased'):
            self.call('Input.dispatchMouseEvent', type=kind, x=point[0], y=point[1],
                      button='left', clickCount=1)

    def size(self, width, height):
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def media(self, media='', **features):
        """Emulate a medium, such as print, and features (prefers_color_scheme=...)."""
        self.call('Emulation.setEmulatedMedia', media=media, features=[
            {'name': name.replace('_', '-'), 'value': value}
            for name, value in features.items()])

    def screenshot(self, path):
        data = self.call('Page.captureScreenshot')['data']
        with open(path, 'wb') as file:
            file.write(base64.b64decode(data))

    def pdf(self):
        return base64.b64decode(self.call('Page.printToPDF')['data'])

    def requests(self):
        """The addresses asked for since the last open()."""
        return [event['params']['request']['url'] for event in self.events
                if event['method'] == 'Network.requestWillBeSent']

    def complaints(self):
        """Errors, warnings and whatever else the console has been told."""
        return [event for event in self.events if event['method'] in (
            'Runtime.exceptionThrown', 'Runtime.consoleAPICalled', 'Log.entryAdded')]


def _pipes():
    """Two pipes: our ends (read, write), and theirs, away from 3 and 4."""
    import fcntl  # not on Windows
    read_theirs, write_ours = os.pipe()
    read_ours, write_theirs = os.pipe()
    theirs = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (read_theirs, write_theirs)]
    os.close(read_theirs)
    os.close(write_theirs)
    return (read_ours, write_ours), theirs
