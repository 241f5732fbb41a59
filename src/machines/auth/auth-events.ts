/**
 * Events about the login, from a person, other tabs, the http client and the network. Times in ms since the
 * epoch.
 */
export type AuthEvent =
  | { type: 'login.submit'; username: string; password: string }
  /** The person edits or leaves a refused login form. */
  | { type: 'login.edit' }
  | { type: 'logout.submit' }
  /** Looks for a session again. */
  | { type: 'session.retry' }
  /** Renews the token at once, because a call was refused. */
  | { type: 'session.renew' }
  | SessionMemoryEvent
  /** The network is back, or the computer woke up. */
  | { type: 'network.returned' }
  | { type: 'clock.jumped' };

/** What the browser's session memory reports. */
export type SessionMemoryEvent =
  /** A new token was stored, by a renewal or by an http call that had been refused. */
  | { type: 'token.kept'; expiresAt: number }
  /** The answer of an http call said that the host has ended the session. */
  | { type: 'session.lost' }
  /** A login or logout in another tab. */
  | { type: 'session.startedElsewhere' }
  | { type: 'session.endedElsewhere' };

/** Commands to the browser's session memory. */
export type SessionMemoryCommand =
  /** A person is logged in; no logout request is owed. */
  | { type: 'session.remember' }
  /** Clears this tab's token and the mark that a person was logged in. */
  | { type: 'session.forget' }
  /** Clears only this tab's token, because another tab cleared the rest. */
  | { type: 'token.clear' }
  /** A logout request must still be sent to the host (`logout.owe`), or has been sent. */
  | { type: 'logout.owe' }
  | { type: 'logout.settle' };

/**
 * What the browser stores about the session: when this tab's token expires (null for none), whether a person
 * logged in and did not log out, and whether a logout request to the host is owed.
 */
export type SessionMemory = { expiresAt: number | null; hasAuthenticated: boolean; owesLogout: boolean };

/** What the auth machine reports to its parent. */
export type AuthReport =
  | { type: 'auth.authenticated' }
  | { type: 'auth.renewed' }
  | { type: 'auth.leaving' }
  | { type: 'auth.anonymous'; reason: AnonymousReason };

export type AnonymousReason = 'none' | 'loggedOut' | 'expired';
