"""Draws files in a Chromium that has no access to the network.

A file may be anybody's, and its scripts would otherwise tell a server that it was read, and what it says. Three things
prevent that, each for what the others do not see: the browser knows no way out, every request is answered here, and
the file's document may open no other.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from playwright.async_api import Error as BrowserError

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Route, WebSocketRoute

OFFLINE_SWITCHES = (
    # All goes through a proxy whose name, as all names and addresses, leads nowhere: requests of workers, WebSockets,
    # preconnects and the browser's own services, none of which the routes below see.
    "--proxy-server=http://offline.invalid:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    # WebRTC sends datagrams past proxies. The two names are those of older and newer versions.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--dns-prefetch-disable",
    "--disable-background-networking",
    "--disable-quic",
    "--no-pings",
)
"""Command-line switches that cut Chromium off from the network."""

CONTENT_SECURITY_POLICY = "sandbox allow-scripts allow-same-origin allow-forms allow-modals"
"""The sandbox of a file's document: its scripts run, but they open no window and start no download or program."""

HTTP_NO_CONTENT = 204


async def serve_offline(context: BrowserContext, markup: str) -> None:
    """Answer the first request for a document in a browser context with `markup`, and refuse every other request."""
    await context.route("**/*", _FirstNavigation(markup))
    await context.route_web_socket("**/*", _refuse)


class _FirstNavigation:
    """Answers the first navigation with some markup.

    Later ones of a whole tab have no content, by which a browser stays at the document that it has. An error would
    have it show an error page instead.
    """

    def __init__(self, markup: str) -> None:
        self._markup: str | None = markup

    async def __call__(self, route: Route) -> None:
        with suppress(BrowserError):
            if not route.request.is_navigation_request() or route.request.frame.parent_frame is not None:
                await route.abort()
            elif self._markup is None:
                await route.fulfill(status=HTTP_NO_CONTENT)
            else:
                body, self._markup = self._markup.encode("utf-8", "replace"), None
                headers = {
                    "Content-Type": "text/html; charset=utf-8",
                    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
                }
                await route.fulfill(body=body, headers=headers)


async def _refuse(socket: WebSocketRoute) -> None:
    with suppress(BrowserError):
        await socket.close()
