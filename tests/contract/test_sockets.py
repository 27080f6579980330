"""Tests talk to this machine alone: a connection to any other address is refused before it is tried."""

from __future__ import annotations

import socket

import pytest
from pytest_socket import SocketConnectBlockedError


def test_loopback_is_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname()[:2], timeout=5)
        with client, listener.accept()[0] as accepted:
            client.sendall(b"here")
            assert accepted.recv(4) == b"here"


def test_another_host_is_refused() -> None:
    with pytest.warns(UserWarning, match=r'host "192\.0\.2\.1"'), pytest.raises(SocketConnectBlockedError):
        socket.create_connection(("192.0.2.1", 80), timeout=1)
