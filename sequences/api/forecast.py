"""What a campaign will send in the next days."""

from typing import Annotated

from ninja import Query, Router
from pydantic import Field

from app.api.seats import Asked, needs
from sequences.actions import forecast as acts
from sequences.actions.forecast import MOST_DAYS, Forecast
from sequences.api.wishes import Number, Strict, campaign_of

router = Router(tags=["forecasts"])


class Wish(Strict):
    """How far to look, and the share of people who leave after each mail."""

    days: Annotated[int, Field(ge=1, le=MOST_DAYS)] = 30
    leave_share: Annotated[float, Field(ge=0, lt=1)] = 0.0


@router.get("/campaigns/{number}", response=Forecast)
@needs("see")
def forecast(request: Asked, number: Number, wish: Query[Wish]) -> Forecast:
    """The next days of a campaign by the planner's rules, as if it ran from now on; `assumes` says what is assumed."""
    return acts.forecast(campaign_of(request, number), days=wish.days, leave_share=wish.leave_share)
