/**
 * What a person, other tabs, the http client and the network do that concerns who is logged in. Times in ms
 * since the epoch.
 */
export type AuthEvent =
  | { type: 'login.submit'; username: string; password: string }
  /** What the last try was refused for is about to be mended, or is left. */
  | { type: 'login.edit' }
  | { type: 'logout.submit' }
  /** Tries again to find out whether there is a session. */
  | { type: 'session.retry' }
  /** Renews the token at once: somebody was refused with it. */
  | { type: 'session.renew' }
  | SessionMemoryEvent
  /** The network is back, or the computer woke. */
  | { type: 'network.returned' }
  | { type: 'clock.jumped' };

/** What this browser says of the session that it keeps. */
export type SessionMemoryEvent =
  /** A fresh token was kept, wherever it came from: a renewal, or an http call that had been refused. */
  | { type: 'token.kept'; expiresAt: number }
  /** The host has ended the session: an http call was answered so. */
  | { type: 'session.lost' }
  /** Somebody logged in, or out, in another tab. */
  | { type: 'session.startedElsewhere' }
  | { type: 'session.endedElsewhere' };

/** What this browser is to keep of the session from now on. */
export type SessionMemoryCommand =
  /** Somebody is logged in, and no logout is owed any more. */
  | { type: 'session.remember' }
  /** Nobody is logged in: neither this tab's token nor the mark that somebody was is kept. */
  | { type: 'session.forget' }
  /** This tab's token alone goes: another tab has seen to the rest. */
  | { type: 'token.clear' }
  /** The host has still to hear of a logout, or has heard of it. */
  | { type: 'logout.owe' }
  | { type: 'logout.settle' };

/**
 * What this browser keeps of a session: when the token of this tab expires (null for none), whether somebody
 * has logged in here and not out, and whether the host has still to hear of a logout.
 */
export type SessionMemory = { expiresAt: number | null; hasAuthenticated: boolean; owesLogout: boolean };

/** What the auth machine reports to its parent. */
export type AuthReport =
  | { type: 'auth.authenticated' }
  | { type: 'auth.renewed' }
  | { type: 'auth.leaving' }
  | { type: 'auth.anonymous'; reason: AnonymousReason };

export type AnonymousReason = 'none' | 'loggedOut' | 'expired';
