import type { SnapshotFrom } from 'xstate';
import type { HostSessionRef } from '../host-session/host-session-machine.ts';
import type { appMachine } from './app-machine.ts';

export type AppSnapshot = SnapshotFrom<typeof appMachine>;

/**
 * What the page shows. 'restoring': looking for a session (if auth is `unreachable`, Retry sends it
 * `session.retry`) · 'public': the path's public page, login included · 'waiting': a redirect, the account or
 * code is on its way · 'choosing': select a system · 'session': see `selectSession` · 'failed': the account
 * could not be loaded, also during automatic retries; Retry sends `app.retry` · 'codeFailed': 'An error
 * occurred loading an app component' · 'broken': a part of the frame failed. The last two need a reload of
 * the page.
 */
export type AppScreen = 'restoring' | 'public' | 'waiting' | 'choosing' | 'session' | 'failed' | 'codeFailed' | 'broken';

export function selectScreen(snapshot: AppSnapshot): AppScreen {
  if (snapshot.matches('broken')) return 'broken';
  if (snapshot.matches('restoring')) return 'restoring';
  if (snapshot.matches({ anonymous: 'staying' }) || snapshot.matches({ authenticated: 'outside' })) return 'public';
  if (snapshot.matches({ authenticated: 'choosing' })) return 'choosing';
  if (snapshot.matches({ authenticated: 'open' })) return 'session';
  if (snapshot.matches({ authenticated: 'codeFailed' })) return 'codeFailed';
  return snapshot.context.failure === null ? 'waiting' : 'failed';
}

/**
 * Returns the open session, or null. Give its subtree a `key` of the session's id, so that no state leaks
 * into the next session.
 */
export function selectSession(snapshot: AppSnapshot): HostSessionRef | null {
  return snapshot.context.session;
}
