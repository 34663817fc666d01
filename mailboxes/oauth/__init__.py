"""Access tokens: by refresh token, by a service account, and the first one, from a person's consent in the browser."""

from mailboxes.oauth.tokens import ACCESS_TOKENS, MARGIN, AccessTokens, MailboxTokens

__all__ = ["ACCESS_TOKENS", "MARGIN", "AccessTokens", "MailboxTokens"]
