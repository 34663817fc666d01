"""The next weeks of campaigns that share mailboxes, played through by the planner's own functions; pure."""
