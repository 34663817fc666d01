"""Words of many languages, and which parts they play; subject prefixes of every mail program."""
