"""The one table of who may do what: action -> the least role that may."""

ROLES = ("viewer", "member", "manager", "owner")  # each may do what the one before it may

LEAST_ROLE: dict[str, str] = {
    "see": "viewer",
    "close_tasks": "member",
    "converse": "member",  # have conversations, give them to others, put them off, mark them as done
    "relabel": "member",  # what a message means; where that lifts a suppression, it takes that role too
    "suppress": "member",  # anybody who may edit may also stop mail; letting it flow again takes more
    "stop_sending": "member",  # of the workspace or a mailbox, for the same reason
    "lift_suppressions": "manager",
    "edit_contacts": "member",  # add, change, tag, import and enroll people
    "edit_campaigns": "member",  # write sequences; what is running stays as it was approved until it is saved
    "run_campaigns": "manager",  # start, pause, resume and archive
    "export_people": "manager",  # whatever hands out many addresses at once
    "erase_people": "manager",
    "change_policies": "manager",  # caps, pacing, protection; watched first
    "manage_workspace": "manager",  # name, address, hours, calendars, sending domains
    "push_scores": "manager",  # of mailboxes and sending domains, measured elsewhere
    "connect_mailboxes": "manager",  # and check, pause and let them go
    "manage_members": "owner",  # invite, change roles, let go
    "manage_keys": "owner",  # API keys and webhooks
    "resume_sending": "owner",  # after all of a workspace's was stopped
}


def may(role: str, action: str) -> bool:
    """Tell whether a role may do this; an action that is not in the table is a KeyError, never a yes."""
    return ROLES.index(role) >= ROLES.index(LEAST_ROLE[action])


def lesser(one: str, other: str) -> str:
    """Return the role of the two that may do less."""
    return min(one, other, key=ROLES.index)


def allowed(role: str) -> frozenset[str]:
    """Return everything a role may do: what templates ask before they show a button."""
    return frozenset(action for action in LEAST_ROLE if may(role, action))
