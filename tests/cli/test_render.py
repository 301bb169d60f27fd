"""``--render``: a page as the system's Chromium draws it."""

import socket
from contextlib import ExitStack
from select import select

import pytest
from helpers.browser import chromium_path, missing

from scrapy_denoise.cli.errors import CommandError
from scrapy_denoise.cli.main import main

try:
    from scrapy_denoise.cli.browser import NO_SANDBOX_WARNING
except CommandError:
    missing("playwright is not installed: pip install 'scrapy-denoise[test]'")

STORY = "The river rose in the night, and by the morning the lower road was under water. " * 3
PAGE = (
    f"<!doctype html><meta charset=gbk><style>.h {{ display: none }}</style><h1>Water</h1><p>{STORY}</p>"
    f"<p class=h>Hidden. {STORY}</p><p id=more></p><script>more.textContent = '{STORY} 河水'</script>"
    "<img src=http://198.51.100.1/pixel.png>"
)


CALLS = {
    "requests": """
        fetch(HTTP); fetch(HTTP, {method: "POST", body: document.body.innerText, keepalive: true, mode: "no-cors"});
        navigator.sendBeacon(HTTP, "secret"); new EventSource(HTTP); new Image().src = HTTP;
        const request = new XMLHttpRequest(); request.open("POST", HTTP); request.send("secret");
        for (const [rel, as] of [["preconnect"], ["dns-prefetch"], ["prefetch"], ["preload", "script"],
                                 ["modulepreload"],
                                 ["stylesheet"], ["icon"], ["manifest"], ["prerender"]]) {
            const link = document.createElement("link");
            Object.assign(link, {rel, href: HTTP}, as ? {as} : {});
            document.head.append(link);
        }
        for (const name of ["iframe", "script", "embed", "video"]) {
            const element = document.createElement(name);
            element.src = HTTP;
            document.body.append(element);
        }
        const rules = document.createElement("script");
        rules.type = "speculationrules";
        rules.textContent = JSON.stringify({prefetch: [{urls: [HTTP], eagerness: "immediate"}],
                                            prerender: [{urls: [HTTP], eagerness: "immediate"}]});
        document.head.append(rules);""",
    "sockets": """
        new WebSocket(WS);
        const code = `try { new WebSocket("${WS}") } catch {} fetch("${HTTP}");
                      try { importScripts("${HTTP}") } catch {}`;
        const blob = URL.createObjectURL(new Blob([code]));
        new Worker(blob); new SharedWorker(blob);
        new SharedWorker("data:text/javascript," + encodeURIComponent(code));
        try { new WebTransport(HTTPS) } catch {}
        const frame = document.createElement("iframe");
        frame.srcdoc = `<script>new WebSocket("${WS}")</` + "script>";
        document.body.append(frame);""",
    "webrtc": """
        const urls = [STUN, STUN.replace("stun", "turn"), STUN.replace("stun", "turn") + "?transport=tcp"];
        const peer = new RTCPeerConnection({iceServers: [{urls, username: "u", credential: "c"}]});
        peer.createDataChannel("d");
        peer.createOffer().then(offer => peer.setLocalDescription(offer));""",
    "windows": """
        window.open(HTTP); window.open(HTTP, "_blank", "noopener");
        const later = window.open(""); if (later) later.location = HTTP;
        const link = document.createElement("a"); Object.assign(link, {href: HTTP, target: "_blank", ping: HTTP});
        document.body.append(link); link.click();
        FORM("_blank");""",
    "form": 'FORM("_self");',
    "location": "location = HTTP;",
    "location later": "onload = () => setTimeout(() => { location = HTTP }, 1);",
    "refresh": """
        document.head.insertAdjacentHTML("beforeend", `<meta http-equiv=refresh content="0;url=${HTTP}">`);""",
    "reload": "location.reload();",
}
CALLING = f"""<!doctype html><title>Water</title><body><h1>Water</h1><p>{STORY}</p><script>
const HTTP = "http://127.0.0.1:PORT/secret", HTTPS = HTTP.replace("http", "https"), WS = HTTP.replace("http", "ws");
const STUN = "stun:127.0.0.1:PORT";
function FORM(target) {{
    const form = document.createElement("form");
    Object.assign(form, {{action: HTTP, method: "POST", target}});
    document.body.append(form);
    form.submit();
}}
CALLS
</script>"""


class Listener:
    """Sockets for TCP and UDP at one port; ``heard`` is how many of them somebody has sent something to."""

    def __init__(self, stack):
        self.tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        self.port = self.tcp.getsockname()[1]
        self.udp.bind(("127.0.0.1", self.port))

    def heard(self):
        return len(select([self.tcp, self.udp], [], [], 0)[0])


@pytest.fixture(autouse=True)
def browser():
    chromium_path()


@pytest.fixture
def listener():
    with ExitStack() as stack:
        yield Listener(stack)


def said(errors):
    """What a command says besides that Chromium's sandbox cannot run here."""
    return [line for line in errors.splitlines() if NO_SANDBOX_WARNING not in line]


def test_a_file_is_drawn_without_network(tmp_path, capsys):
    file = tmp_path / "page.html"
    file.write_bytes(PAGE.encode("gbk"))
    assert main(["clean", str(file), "--render"]) == 0
    text, errors = capsys.readouterr()
    assert text.count("The river rose") == 6
    assert "河水" in text
    assert "Hidden" not in text
    assert said(errors) == []
    assert main(["clean", str(file)]) == 0
    assert "Hidden" in capsys.readouterr().out


@pytest.mark.parametrize("name", CALLS)
def test_a_file_reaches_nobody_and_stays_or_is_an_error(name, tmp_path, capsys, listener):
    file = tmp_path / "page.html"
    file.write_text(CALLING.replace("CALLS", CALLS[name]).replace("PORT", str(listener.port)))
    status = main(["clean", str(file), "--render", "--url", f"http://127.0.0.1:{listener.port}/page"])
    text, errors = capsys.readouterr()
    if name in ("form", "location", "reload"):  # a browser reads nothing of the file behind such a script
        assert (status, text) == (2, "")
        assert "is not drawn: it goes to another page before all of it is read" in errors
    else:
        assert (status, text.count("The river rose"), said(errors)) == (0, 3, [])
    assert not listener.heard()


@pytest.mark.parametrize("address", ["'about:blank'", "URL.createObjectURL(new Blob(['Other'], {type: 'text/html'}))"])
def test_a_file_that_replaces_itself_is_an_error(address, tmp_path, capsys):
    file = tmp_path / "page.html"
    file.write_text(f"<!doctype html><body><p>{STORY}</p><script>location = {address}</script>")
    assert main(["clean", str(file), "--render"]) == 2
    text, errors = capsys.readouterr()
    assert text == ""
    assert "is not drawn" in errors


def test_what_cannot_be_drawn(tmp_path, capsys):
    file = tmp_path / "page.html"
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert main(["clean", "--render", str(file)]) == 2
    assert main(["clean", "--render", "http://127.0.0.1:9/none"]) == 2
    assert main(["clean", "--render", str(file), str(file)]) == 2
    errors = said(capsys.readouterr().err)
    assert ["no page that can be drawn" in errors[0], "is not drawn" in errors[1], "one page" in errors[2]] == [
        True
    ] * 3
