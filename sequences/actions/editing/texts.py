"""Texts of steps change: from the commit on whatever is composed anew says the new words.

A mail that was composed before keeps what it says. Who has got a variant, or is to get it, keeps it: one that is off is
given to nobody new.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from app import gates
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from sequences.actions.editing import versions
from sequences.core.states import CampaignState
from sequences.core.texts import text_faults
from sequences.models import CampaignVersion, Step, Touch, Variant

MOST_VARIANTS = 10
LETTERS = "ABCDEFGHIJ"


def stamp(variant: Variant) -> str:
    """Return a fingerprint of a text: whoever saves says which one they saw."""
    shown = json.dumps(versions.text_of(variant), sort_keys=True)
    return hashlib.blake2b(shown.encode(), digest_size=8).hexdigest()


def save(variant: Variant, values: Mapping[str, Any], *, seen: str | None = None, by_id: int | None = None) -> bool:
    """Write name, weight, subject, text or html of a variant; False: nothing was different. Locks its row.

    Raises Refused: a fault of the text, the first mail without a subject, or `seen` is no longer what stands there.
    """

    def work() -> bool:
        fresh = Variant.objects.select_for_update(of=("self",)).select_related("step__campaign").get(id=variant.id)
        if seen is not None and seen != stamp(fresh):
            raise Refused("Somebody else changed this text meanwhile: look at it again.")
        before = versions.text_of(fresh)
        after = before | dict(values)
        if after == before:
            return False
        _check(fresh.step, after, fresh.id)
        Variant.objects.filter(id=fresh.id).update(**after)
        _keep(fresh, before, after, by_id)
        return True

    done = in_transaction(work)
    variant.refresh_from_db()
    return done


def _check(step: Step, values: Mapping[str, Any], variant_id: int) -> None:
    _check_open(step)
    found = text_faults(step.kind, values["subject"], values["text"], values["html"])
    if found:
        place = f", line {found[0].line}" if found[0].line else ""
        raise Refused(f"{found[0].part.capitalize()}{place}: {found[0].sentence}")
    if not values["subject"].strip() and step.kind == Step.Kind.EMAIL and is_first_mail(step):
        raise Refused("The first email needs a subject: there is no thread yet that it could continue.")
    others = Variant.objects.filter(step=step).exclude(id=variant_id)
    if others.filter(name=values["name"]).exists():
        raise Refused("Another variant of this step has that name.")
    if not values["weight"] and not others.filter(weight__gt=0).exists():
        raise Refused("One variant of a step has to be on.")


def _check_open(step: Step) -> None:
    if step.removed_at is not None:
        raise Refused("This step was removed from the campaign.")
    if step.campaign.state == CampaignState.ARCHIVED:
        raise Refused("The campaign is archived, for good.")


def is_first_mail(step: Step) -> bool:
    """Tell whether no email comes before a step."""
    before = Step.objects.filter(
        campaign_id=step.campaign_id, removed_at=None, kind=Step.Kind.EMAIL, position__lt=step.position
    )
    return not before.exists()


def _keep(variant: Variant, before: dict[str, Any], after: dict[str, Any], by_id: int | None) -> None:
    told = {"step": variant.step_id, "position": variant.step.position}
    versions.keep(
        variant.step.campaign,
        CampaignVersion.Kind.COPY,
        by_id=by_id,
        before=before | told,
        after=after | told,
        variant=variant,
        told=told,
    )


def add_variant(step: Step, *, by_id: int | None = None) -> Variant:
    """Add a variant that says what the first one says, off until it is switched on. Locks the step. Raises Refused."""

    def work() -> Variant:
        fresh = Step.objects.select_for_update(of=("self",)).select_related("campaign").get(id=step.id)
        _check_open(fresh)
        standing = list(Variant.objects.filter(step=fresh).order_by("id"))
        names = [one.name for one in standing]
        free = [letter for letter in LETTERS if letter not in names]
        if len(standing) >= MOST_VARIANTS or not free:
            raise Refused(f"A step has at most {MOST_VARIANTS} variants.")
        first = versions.text_of(standing[0]) if standing else {"subject": "", "text": "", "html": ""}
        values = first | {"name": free[0], "weight": 0}
        made = Variant.objects.create(workspace_id=fresh.workspace_id, step=fresh, **values)
        _keep(made, {}, values, by_id)
        return made

    return in_transaction(work)


def remove_variant(variant: Variant, *, by_id: int | None = None) -> bool:
    """Take a variant that nobody has or gets out of its step; True: it is gone, False: it is off instead.

    Who was given it keeps it, so one that was given to anybody stays. Closes the campaign's gate. Raises Refused.
    """
    if not Touch.objects.filter(variant=variant).exists() and _delete(variant, by_id):
        return True
    save(variant, {"weight": 0}, by_id=by_id)
    return False


def _delete(variant: Variant, by_id: int | None) -> bool:
    def work() -> bool:
        gates.close(f"campaign:{variant.step.campaign_id}")  # nobody is given it meanwhile
        fresh = Variant.objects.select_for_update(of=("self",)).select_related("step__campaign").get(id=variant.id)
        _check_open(fresh.step)
        others = Variant.objects.filter(step=fresh.step, weight__gt=0).exclude(id=fresh.id)
        if not others.exists():
            raise Refused("One variant of a step has to be on.")
        if Touch.objects.filter(variant=fresh).exists():
            return False
        _keep(fresh, versions.text_of(fresh), {}, by_id)
        fresh.delete()
        return True

    return in_transaction(work)


def take_back(version: CampaignVersion, *, by_id: int | None = None) -> bool:
    """Let a text say again what it said before one change; that is a change of its own. Raises Refused."""
    if version.kind != CampaignVersion.Kind.COPY or version.variant is None or not version.before.get("name"):
        raise Refused("Only a changed text can be taken back.")
    values = {part: version.before[part] for part in versions.PARTS}
    return save(version.variant, values, by_id=by_id)
