"""The control endpoint's routes."""

from aiohttp import web

from simulator.control import accounts, grants, names, people, record, submission
from simulator.control.parsing import steering


def add_routes(app: web.Application) -> None:
    """Add /control/…; README.md lists what each takes and gives."""
    app.router.add_post("/control/fault", steering(record.add_fault))
    app.router.add_delete("/control/fault", steering(record.clear_faults))
    app.router.add_get("/control/fault", steering(record.list_faults))
    app.router.add_get("/control/journal", steering(record.journal))
    app.router.add_get("/control/counts", steering(record.counts))
    app.router.add_post("/control/reset", steering(record.reset))
    app.router.add_post("/control/deliver", steering(accounts.deliver))
    app.router.add_post("/control/account", steering(accounts.change))
    app.router.add_post("/control/message", steering(accounts.change_message))
    app.router.add_get("/control/mailbox", steering(accounts.show))
    app.router.add_post("/control/consent", steering(grants.consent))
    app.router.add_post("/control/service_account", steering(grants.service_account))
    app.router.add_post("/control/quota", steering(grants.quota))
    app.router.add_get("/control/quota", steering(grants.spent))
    app.router.add_post("/control/submission", steering(submission.change))
    app.router.add_get("/control/submission", steering(submission.show))
    app.router.add_post("/control/names", steering(names.change))
    app.router.add_delete("/control/names", steering(names.forget))
    app.router.add_post("/control/authentication", steering(names.judge))
    app.router.add_post("/control/clock", steering(people.set_clock))
    app.router.add_get("/control/clock", steering(people.show_clock))
    app.router.add_post("/control/people", steering(people.change))
    app.router.add_post("/control/release", steering(people.release))
    app.router.add_get("/control/waiting", steering(people.waiting))
