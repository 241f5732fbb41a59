import type { SnapshotFrom } from 'xstate';
import type { LineTrouble } from '../../model/live/line-text.ts';
import type { ContactFeedRef } from './contact-feed-machine.ts';
import type { lineMachine } from './line-machine.ts';

/** Undefined until the session has a socket. */
type SocketSnapshot = SnapshotFrom<typeof lineMachine> | undefined;

/**
 * The state of the line: `connecting` until first opened, `open`, `silent` while open without messages,
 * `reconnecting` after it was lost, `failed` if given up.
 */
export type LineStatus = 'connecting' | 'open' | 'silent' | 'reconnecting' | 'failed';

export function selectLine(snapshot: SocketSnapshot): LineStatus {
  if (snapshot?.hasTag('failed')) return 'failed';
  if (snapshot?.hasTag('silent')) return 'silent';
  if (snapshot?.matches({ host: 'heard' })) return 'open';
  return snapshot?.matches({ host: 'lost' }) ? 'reconnecting' : 'connecting';
}

/** Returns the actor that knows of missing contacts; undefined while there is none. */
export function selectContactFeed(snapshot: SocketSnapshot): ContactFeedRef | undefined {
  return snapshot?.children.contactFeed;
}

/**
 * Returns for how many seconds an open line has been silent; null while messages arrive, and without a line.
 */
export function selectSilentFor(snapshot: SocketSnapshot): number | null {
  return snapshot?.hasTag('silent') ? snapshot.context.silentFor : null;
}

/** Returns why the line was given up; null while it is open or retrying. */
export function selectLineTrouble(snapshot: SocketSnapshot): LineTrouble | null {
  if (!snapshot?.hasTag('failed')) return null;
  return snapshot.matches({ line: 'originRefused' }) ? 'originRefused' : 'unreachable';
}

/** Returns the number of failed attempts since the line was last open. */
export function selectAttempt(snapshot: SocketSnapshot): number {
  return snapshot?.context.attempt ?? 0;
}

/**
 * Returns true while the host does not answer, but not if it refuses this page, because it then still answers
 * calls (ERR-15).
 */
export function selectIsAway(snapshot: SocketSnapshot): boolean {
  const line = selectLine(snapshot);
  if (line === 'connecting') return selectAttempt(snapshot) > 0;
  return line === 'failed' ? selectLineTrouble(snapshot) === 'unreachable' : line !== 'open';
}

/** Returns true while the host is away, or the browser reports no network (ERR-17). */
export function selectIsCutOff(snapshot: SocketSnapshot): boolean {
  return selectIsAway(snapshot) || snapshot?.matches({ page: { watched: 'offline' } }) === true;
}

/** Returns the page's origin. */
export function selectOrigin(snapshot: SocketSnapshot): string {
  return snapshot?.context.origin ?? '';
}
