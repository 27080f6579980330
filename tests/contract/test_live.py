"""The real server for tests: it answers on loopback, survives a kill, and runs in several processes on PostgreSQL."""

from __future__ import annotations

import http.client

import pytest

from tests.live import Server
from tests.services.fixtures import StartServer


def fetch_status(server: Server) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        connection.request("GET", "/sign-in/")
        return connection.getresponse().status
    finally:
        connection.close()


def test_killed_and_started_again(server: Server) -> None:
    port = server.port
    assert fetch_status(server) == 200
    server.kill()
    with pytest.raises(ConnectionRefusedError):
        fetch_status(server)
    assert fetch_status(server.start()) == 200
    assert server.port == port
    assert "Traceback" not in server.log()


def test_two_servers_share_nothing(start_server: StartServer) -> None:
    one, other = start_server(), start_server()
    assert one.port != other.port
    assert one.folder != other.folder
    one.stop()
    assert fetch_status(other) == 200


@pytest.mark.postgres
def test_two_processes_on_postgresql(start_server: StartServer, postgres_url: str) -> None:
    server = start_server(database_url=postgres_url, workers=2)
    assert fetch_status(server) == 200
    assert server.log().count("Booting worker") == 2
    assert "Traceback" not in server.log()
