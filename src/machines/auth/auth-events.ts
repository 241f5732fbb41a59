/** What a person, other tabs and the http client tell the auth machine. Times in ms since the epoch. */
export type AuthEvent =
  | { type: 'login.submit'; username: string; password: string }
  | { type: 'logout.submit' }
  /** Tries again to find out whether there is a session. */
  | { type: 'session.retry' }
  /** Renews the token at once: somebody was refused with it. */
  | { type: 'session.renew' }
  /** An http call or another service has come by a fresh token. */
  | { type: 'token.kept'; expiresAt: number }
  /** The host has ended the session: an http call was told so. */
  | { type: 'session.lost' }
  /** The network is back, or the computer woke. */
  | { type: 'connection.returned' }
  /** Somebody logged in, or out, in another tab. */
  | { type: 'session.startedElsewhere' }
  | { type: 'session.endedElsewhere' };

/** What the auth machine tells its parent. */
export type AuthReport =
  | { type: 'auth.authenticated' }
  | { type: 'auth.renewed' }
  | { type: 'auth.leaving' }
  | { type: 'auth.anonymous'; reason: AnonymousReason };

export type AnonymousReason = 'none' | 'loggedOut' | 'expired';
