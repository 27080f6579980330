"""Results, publication and runs: the number in words, the picture, the table, and the same in files."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from django.http import HttpResponse

from annotate.web.result_answers import build_answers
from annotate.web.result_tables import build_result_tables
from annotate.web.tables import build_table_csv
from tests.states import State, make_study
from tests.unit.web.visiting import build_client, read_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def state() -> State:
    """A published study."""
    return make_study("published")


def visit(state: State, path: str, *, who: str = "analyst") -> HttpResponse:
    """A page of the study."""
    return build_client(getattr(state, who)).get(f"/studies/{state.study.slug}/{path}")


def compute(state: State) -> dict[str, object]:
    """Compute the results as an analyst does, and read them as JSON."""
    answer = build_client(state.analyst).post(f"/studies/{state.study.slug}/results/")
    assert answer.headers["Location"] == f"/studies/{state.study.slug}/results/"
    found: dict[str, object] = json.loads(visit(state, "results/json/").content)
    return found


def test_results_are_computed_on_demand(state: State) -> None:
    assert "The results are not computed yet" in read_text(visit(state, "results/"))
    assert visit(state, "results/json/").status_code == 404
    assert visit(state, "results/ranks/csv/").status_code == 404
    compute(state)
    page = read_text(visit(state, "results/"))
    for question in ("Do people agree?", "Does the classifier agree with people?", "How far off are the scores?"):
        assert question in page
    assert page.index("Do people agree?") < page.index("Ranks") < page.index("Agreement between coders")


def test_every_table_is_a_file_with_the_same_rows(state: State) -> None:
    results = compute(state)
    names = set(re.findall(r"/results/(\w+)/csv/", visit(state, "results/").content.decode()))
    tables = build_result_tables(results, {})
    assert names == set(tables)
    for name, table in tables.items():
        answer = visit(state, f"results/{name}/csv/")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}-{state.study.slug}-r0001.csv"'
        rows = list(csv.reader(io.StringIO(answer.content.decode())))
        assert (rows[0], len(rows) - 1) == ([column.key for column in table.columns], len(table.rows))
        assert answer.content == build_table_csv(table)
    assert visit(state, "results/nothing/csv/").status_code == 404


def test_results_wait_for_publication() -> None:
    state = make_study("resolved")
    for who in ("lead", "analyst"):
        for path in ("results/", "results/json/", "publication/", "publication/1/"):
            assert visit(state, path, who=who).status_code == 409, path


def test_the_published_file_is_given_as_it_is(state: State) -> None:
    page = visit(state, "publication/").content.decode()
    name = re.search(r"adjudication-r0001-[0-9a-f]{12}\.json", page)
    assert name is not None
    answer = visit(state, "publication/1/")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name.group()}"'
    assert json.loads(answer.content)["revision"] == 1
    assert visit(state, "publication/2/").status_code == 404


def test_undefined_figures_say_why() -> None:
    """Everybody used one class: no kappa, and the reason in its place."""
    state = make_study("published", choose=lambda number, shown: "ABSTAIN")
    results = compute(state)
    people, *_ = build_answers(results)
    assert people.big == "undefined"
    assert people.text.startswith(str(results["agreement"]["kappa"]["undefined"]))  # type: ignore[index]  # a JSON object
    page = read_text(visit(state, "results/"))
    assert "nan" not in page.lower().split()


def test_three_coders_have_no_single_confusion_table() -> None:
    state = make_study("published", coders=3)
    results = compute(state)
    page = read_text(visit(state, "results/"))
    assert "Where coders differ" not in page
    assert "differ" not in build_answers(results)[0].text


def test_the_run_page_hides_small_counts_while_a_study_is_open() -> None:
    state = make_study("coding")
    path = f"/runs/{state.run.sha256[:12]}/"
    lead = build_client(state.lead)
    page = lead.get(path)
    assert "no count below 10" in read_text(page)
    assert re.search(r">·<", page.content.decode())
    scores = json.loads(lead.get(f"{path}json/").content)
    counts = [count for model in scores["models"] for count in model["counts"].values()]
    assert [count for count in counts if count is not None and 0 < count < 10] == []
    assert lead.get(f"{path}csv/").content.startswith(b"model,family,expected,n,ehq1")


def test_the_run_page_shows_all_once_published(state: State) -> None:
    path = f"/runs/{state.run.sha256[:12]}/"
    page = build_client(state.analyst).get(path)
    assert "no count below 10" not in read_text(page)
    assert f"/studies/{state.study.slug}/" in page.content.decode()
    assert build_client(state.analyst).get("/runs/ffffffffffff/").status_code == 404


def test_the_list_of_runs(state: State) -> None:
    assert "small-run" in read_text(build_client(state.analyst).get("/runs/"))


def test_no_runs_yet() -> None:
    from tests.states import make_people

    assert "No run yet" in read_text(build_client(make_people().lead).get("/runs/"))
