import type { SnapshotFrom } from 'xstate';
import type { HostSessionRef } from '../host-session/host-session-machine.ts';
import type { appMachine } from './app-machine.ts';

export type AppSnapshot = SnapshotFrom<typeof appMachine>;

/**
 * What the whole page shows. 'restoring': the session is being looked for (auth may be `unreachable`: then
 * Retry sends it `session.retry`) · 'public': the page of the path, login included · 'waiting': a redirect,
 * the account or code is under way · 'choosing': select a system · 'session': what `selectSession` gives ·
 * 'failed': the account could not be loaded, also while it is tried again unasked, Retry sends `app.retry` ·
 * 'codeFailed': 'An error occurred loading an app component' · 'broken': a part of the frame failed; both
 * take the page loaded again.
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
 * The session that is open; null for none. Give its subtree a `key` of the session's id, so that nothing of
 * one shows in the next.
 */
export function selectSession(snapshot: AppSnapshot): HostSessionRef | null {
  return snapshot.context.session;
}
