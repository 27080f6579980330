"""Creating a study in draft: its names, its coders, its plan."""

from __future__ import annotations

import base64
import json

import pytest

from annotate.errors import NotFound, Refused
from annotate.models import Account, Deviation, Membership, Role, Study
from annotate.selectors.designs import get_codebook, get_design
from annotate.services.create_account import create_account, get_or_create_actor
from annotate.services.create_study import create_study
from annotate.vault.documents import get_document_path
from scoring.formats import canonical_codebook, default_codebook
from tests.states import NOW, People, list_events, make_people, make_run, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> People:
    return make_people()


def create(people: People, **options: object) -> Study:
    run = make_run(people)
    return create_study(actor=people.lead, run=run, now=NOW, **{"name": "A study", **options})


def test_a_new_study_is_a_draft_that_says_nothing_of_itself(people: People) -> None:
    study = create(people, name=" XSTest, May ", coders=("coder-a", "coder-b"))
    design = get_design(study)
    assert (study.phase, study.kind, design.name, design.seed) == ("draft", "main", "XSTest, May", "")
    assert study.name == f"Study {study.slug.upper()}"
    assert len(study.slug) == 4
    assert study.slug[0].isalpha()
    assert len(bytes.fromhex(study.hex)) == 16
    plan = json.loads(design.plan)
    pseudonyms = sorted(study.memberships.values_list("pseudonym", flat=True))
    assert (plan["coders"], plan["run_sha256"]) == (pseudonyms, design.run_sha256)


def test_the_ledger_begins_with_the_study_and_its_coders() -> None:
    state = make_study("draft")
    events = list_events(state)
    assert [type_ for type_, _ in events] == ["study.created", "coder.invited", "coder.invited"]
    assert {facts["coder"] for _, facts in events[1:]} == {state.membership(n).pseudonym for n in (0, 1)}
    assert "coder-a" not in json.dumps(events), "names are private"


def test_the_codebook_is_kept_with_the_study(people: People) -> None:
    study = create(people)
    data = canonical_codebook(default_codebook())
    assert get_document_path(study.codebook_sha256).read_bytes() == data
    assert get_codebook(study) == default_codebook()
    assert study.codebook_version == default_codebook().version


def test_missing_coders_are_made_only_when_asked(people: People) -> None:
    with pytest.raises(NotFound, match="no account 'coder-x'"):
        create(people, coders=("coder-a", "coder-x"))
    assert not Study.objects.exists()
    study = create(people, coders=("coder-a", "coder-x"), create_coders=True)
    made = Account.objects.get(username="coder-x")
    assert (made.role, made.has_usable_password()) == (Role.CODER, False)
    assert study.memberships.count() == 2


def test_a_lead_who_codes_is_a_deviation(people: People) -> None:
    study = create(people, coders=("coder-a", "lead"))
    pseudonym = Membership.objects.get(study=study, account=people.lead).pseudonym
    deviation = Deviation.objects.get(study_hex=study.hex)
    assert (deviation.code, pseudonym in deviation.text, "lead " in deviation.text) == ("lead_codes", True, True)


@pytest.mark.parametrize(
    "options, message",
    [
        ({"name": " "}, "needs a name"),
        ({"name": "x" * 201}, "at most 200"),
        ({"name": "a\0"}, "can't be kept"),
        ({"coders": ("coder-a", "coder-a")}, "named twice"),
        ({"coders": ("coder-a", "analyst")}, "analyst can't code"),
        ({"coders": ("coder-a", "administrator")}, "administrator can't code"),
        ({"settings": {"per_stratum": 0}}, "per_stratum"),
        ({"coders": ("coder-a", "a b"), "create_coders": True}, "letters, digits"),
    ],
)
def test_what_cannot_be(people: People, options: dict[str, object], message: str) -> None:
    with pytest.raises(Refused, match=message):
        create(people, **options)
    assert not Study.objects.exists()


def test_a_coder_who_left_is_refused(people: People) -> None:
    Account.objects.filter(username="coder-a").update(is_active=False)
    with pytest.raises(Refused, match="switched off"):
        create(people, coders=("coder-a", "coder-b"))


def test_names_that_are_taken_are_drawn_again(people: People) -> None:
    """A slug without a letter, one that is taken and a pseudonym that is taken are drawn again."""
    digits = base64.b32decode("222222222222A===")
    drawn = {
        16: [b"1" * 16],
        8: [digits, bytes(8), bytes(8), b"\x10" * 8],
        4: [bytes(4), bytes(4), bytes(4), b"\xff" * 4],
    }

    def entropy(n: int) -> bytes:
        return drawn[n].pop(0) if drawn.get(n) else bytes(n)  # salts of payloads come after a study's 16 bytes

    first = create(people, coders=("coder-a",), entropy=entropy)
    assert first.slug == "aaaa"
    drawn[16] = [b"2" * 16]
    second = create(people, name="Second", coders=("coder-a", "coder-b"), entropy=entropy)
    assert second.slug == "caib"
    assert set(second.memberships.values_list("pseudonym", flat=True)) == {"C-AAAAA", "C-77777"}


def test_only_a_lead_creates(people: People) -> None:
    run = make_run(people)
    for account in (people.coders[0], people.analyst, people.administrator):
        with pytest.raises(NotFound):
            create_study(actor=account, name="A study", run=run, now=NOW)


class TestAccounts:
    """Making accounts and the acting account of the command line."""

    def test_an_account_without_password_cannot_sign_in(self, people: People) -> None:
        account = create_account(actor=people.administrator, username="coder-x")
        assert (account.role, account.has_usable_password()) == (Role.CODER, False)

    def test_a_good_password_is_kept_as_argon2(self, people: People) -> None:
        account = create_account(actor=people.lead, username="coder-x", password="quiet harbour at dusk")
        assert account.check_password("quiet harbour at dusk")
        assert account.password.startswith("argon2$argon2id$")

    @pytest.mark.parametrize("password", ["short", "passwordpassword", ""])
    def test_weak_passwords_are_refused(self, people: People, password: str) -> None:
        if password == "passwordpassword":
            password = "123456789012345"[:14]
        with pytest.raises(Refused, match="Account 'coder-x'"):
            create_account(actor=people.lead, username="coder-x", password=password)
        assert not Account.objects.filter(username="coder-x").exists()

    @pytest.mark.parametrize("username", ["", "-a", "a b", "ä", "a" * 65, "a\0", "a\n", "<b>"])
    def test_names_that_cannot_be(self, people: People, username: str) -> None:
        with pytest.raises(Refused, match="Account"):
            create_account(actor=people.lead, username=username)

    def test_the_same_again_is_the_same_account(self, people: People) -> None:
        assert create_account(actor=people.lead, username="coder-a") == people.coders[0]
        with pytest.raises(Refused, match="exists as coder, not as analyst"):
            create_account(actor=people.lead, username="coder-a", role=Role.ANALYST)

    def test_only_leads_and_administrators_make_accounts(self, people: People) -> None:
        for account in (people.coders[0], people.analyst, None):
            with pytest.raises(NotFound):
                create_account(actor=account, username="coder-x")

    def test_the_acting_account_is_made_once(self) -> None:
        made = get_or_create_actor("somebody")
        assert (made.role, made.has_usable_password()) == (Role.LEAD, False)
        assert get_or_create_actor("somebody") == made
        with pytest.raises(Refused):
            get_or_create_actor("no body")
