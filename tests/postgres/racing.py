"""Races against one database, run in a process of their own: ``python -m tests.postgres.racing NAME [ARGUMENT …]``.

The environment names data folder and database. Each race prints one JSON object with what everybody was told and what
the database holds in the end.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django
from django.db import connections


def at_once(jobs: Sequence[Callable[[], object]], *, apart: float = 0.0) -> list[object]:
    """Run every job in a thread of its own, all let go together (or ``apart`` seconds after each other)."""
    barrier = threading.Barrier(len(jobs))

    def run(place: int) -> object:
        barrier.wait()
        time.sleep(place * apart)
        try:
            return jobs[place]()
        except Exception as error:  # noqa: BLE001 (what the person was told is the result)
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, range(len(jobs))))


def name(told: object) -> str:
    """What somebody was told, in one word."""
    return type(told).__name__


def make(phase: str, **options: Any) -> Any:
    """A study of 42 units in some phase."""
    from tests.state_records import build_records
    from tests.states import make_study

    return make_study(phase, records=build_records(items=7), settings={"per_stratum": 7}, **options)


def tell_state(state: Any, told: Sequence[object]) -> dict[str, object]:
    """What was told, and what stands in the tables and in the ledger."""
    from annotate.models import AcceptedRequest, Assignment, Coding, Event
    from annotate.selectors.chain import check_chain

    types = Counter(
        json.loads(bytes(e.header))["type"] for e in Event.objects.filter(study=bytes.fromhex(state.study.hex))
    )
    return {
        "told": dict(Counter(map(name, told))),
        "messages": sorted({str(t) for t in told if isinstance(t, Exception)}),
        "codings": Coding.objects.count(),
        "requests": AcceptedRequest.objects.count(),
        "current": Assignment.objects.filter(current__isnull=False).count(),
        "given_up": Assignment.objects.filter(given_up=True).count(),
        "planned": Assignment.objects.count(),
        "events": dict(types),
        "chain": check_chain(state.study).problem,
    }


def two_coders() -> dict[str, object]:
    """Two coders send 42 labels each, all at the same time, and look for their next unit in between."""
    from annotate.selectors.queue import get_desk

    state = make("coding")

    def job(number: int, blind_id: str) -> Callable[[], object]:
        def send() -> object:
            receipt = state.code(number, blind_id, "HEDGE")
            get_desk(account=state.coders[number], slug=state.study.slug)
            return receipt

        return send

    jobs = [job(number, blind_id) for number in (0, 1) for blind_id in state.open_units(number)]
    told = at_once(jobs)
    ends = [get_desk(account=coder, slug=state.study.slug) for coder in state.coders]
    return {**tell_state(state, told), "done": [end.study.done for end in ends], "left": [end.unit for end in ends]}


def same_post() -> dict[str, object]:
    """Twenty labels, each sent twice with the same key, 5 ms apart."""
    state = make("coding")
    told: list[object] = []
    for blind_id in state.open_units(0)[:20]:
        pair = at_once([lambda unit=blind_id: state.code(0, unit, "HEDGE")] * 2, apart=0.005)
        told.append("same" if pair[0] == pair[1] and isinstance(pair[0], str) else pair[0])
    return tell_state(state, told)


def three_tabs() -> dict[str, object]:
    """Three tabs of one coder send different labels for the same fresh unit, twenty times."""
    state = make("coding")
    told: list[object] = []
    labels = ("ABSTAIN", "HEDGE", "CONFIDENT_WRONG")
    for blind_id in state.open_units(0)[:20]:
        told += at_once([lambda x=label, unit=blind_id: state.code(0, unit, x, key=x + unit) for label in labels])
    return tell_state(state, told)


def two_leads() -> dict[str, object]:
    """Two leads decide the same units at the same time."""
    from annotate.models import Decision, Role, UnitToResolve
    from annotate.services.create_account import create_account
    from annotate.services.decide_unit import DecisionRequest, decide_unit
    from tests.states import NOW

    state = make("locked")
    leads = [state.lead, create_account(actor=state.lead, username="lead-2", role=Role.LEAD)]
    told: list[object] = []
    for unit in UnitToResolve.objects.all():

        def job(lead: Any, label: str, blind_id: str = unit.blind_id) -> Callable[[], object]:
            request = DecisionRequest(blind_id=blind_id, label=label, rationale="So.", version=0)
            study = type(state.study).objects.get(pk=state.study.pk)
            return lambda: decide_unit(actor=lead, study=study, request=request, now=NOW)

        told += at_once([job(leads[0], "HEDGE"), job(leads[1], "ABSTAIN")])
    return {
        **tell_state(state, told),
        "units": UnitToResolve.objects.count(),
        "decisions": Decision.objects.filter(first=False).count(),
    }


def lock_while_coding() -> dict[str, object]:
    """The lead locks while both coders send: each label is either in, or was never acknowledged."""
    from annotate.services.lock_study import lock_study
    from tests.states import NOW

    state = make("coding")
    acknowledged = threading.Semaphore(0)

    def code(number: int, blind_id: str) -> Callable[[], object]:
        def send() -> object:
            receipt = state.code(number, blind_id, "HEDGE")
            acknowledged.release()
            return receipt

        return send

    study = type(state.study).objects.get(pk=state.study.pk)

    def lock() -> object:
        for _ in range(5):
            acknowledged.acquire()
        return lock_study(actor=state.lead, study=study, now=NOW, give_up_reason="Time is up.")

    jobs = [code(number, blind_id) for number in (0, 1) for blind_id in state.open_units(number)]
    return tell_state(state, at_once([lock, *jobs]))


def publish_twice() -> dict[str, object]:
    """Two leads press Publish at the same time."""
    from annotate.models import Revision
    from annotate.services.publish_adjudication import publish_adjudication
    from annotate.vault.folders import get_folder
    from tests.states import NOW

    state = make("resolved")
    studies = [type(state.study).objects.get(pk=state.study.pk) for _ in range(2)]
    told = at_once([lambda s=study: publish_adjudication(actor=state.lead, study=s, now=NOW) for study in studies])
    return {
        **tell_state(state, told),
        "new": sorted(bool(getattr(t, "is_new", None)) for t in told),
        "names": len({getattr(t, "name", "") for t in told}),
        "revisions": Revision.objects.count(),
        "files": len(list(get_folder(f"revisions/{state.study.hex}").iterdir())),
    }


def seal_twice() -> dict[str, object]:
    """Two leads press Seal at the same time."""
    from annotate.services.seal_study import seal_study
    from annotate.vault.folders import get_key_folder
    from tests.states import NOW

    state = make("drawn")
    studies = [type(state.study).objects.get(pk=state.study.pk) for _ in range(2)]
    told = at_once([lambda s=study: seal_study(actor=state.lead, study=s, now=NOW) for study in studies])
    return {
        **tell_state(state, told),
        "keys": len(list(get_key_folder().iterdir())),
        "units": state.study.units.count(),
    }


def same_run() -> dict[str, object]:
    """The same run imported by four people at the same time."""
    from annotate.models import Run
    from tests.states import make_people, make_run

    people = make_people()
    told = at_once([lambda n=n: make_run(people, name=f"run {n}") for n in range(4)])
    return {"told": dict(Counter(map(name, told))), "runs": Run.objects.count(), "same": len(set(map(str, told)))}


def prepare() -> dict[str, object]:
    """A study for several processes to work on."""
    state = make("coding")
    return {"slug": state.study.slug, "units": [state.open_units(number) for number in (0, 1)]}


def append(slug: str, start: str, count: str) -> dict[str, object]:
    """One of several processes that append to one ledger at the same moment."""
    from annotate.models import Study
    from annotate.services.ledger import write_ledger
    from tests.states import NOW

    study = Study.objects.get(slug=slug)
    time.sleep(max(0.0, float(start) - time.time()))
    for _ in range(int(count)):
        with write_ledger(study.hex, now=NOW) as ledger:
            ledger.append("export.made", {"what": "race"})
    return {"appended": int(count)}


def send(slug: str, start: str, number: str) -> dict[str, object]:
    """One of several processes that send the same labels of the same coder, with the same keys."""
    from annotate.models import Account
    from annotate.services.submit_coding import CodingRequest, submit_coding
    from tests.states import NOW

    actor = Account.objects.get(username=f"coder-{'ab'[int(number)]}")
    units = json.loads(sys.stdin.read())
    time.sleep(max(0.0, float(start) - time.time()))
    requests = [CodingRequest(blind_id=unit, label="HEDGE", version=0, client_key=f"k{unit}") for unit in units]
    return {"receipts": [submit_coding(actor=actor, slug=slug, request=r, now=NOW).receipt for r in requests]}


def report(slug: str) -> dict[str, object]:
    """How it all stands in the end."""
    from annotate.models import Study
    from tests.states import State

    study = Study.objects.get(slug=slug)
    return tell_state(State(study=study, run=None, people=None, entropy=None), [])  # type: ignore[arg-type]  # unused


if __name__ == "__main__":
    django.setup()
    print(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))  # noqa: T201 (read by the test)
