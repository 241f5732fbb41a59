import type { SnapshotFrom } from 'xstate';
import type { LineTrouble } from '../../model/live/line-text.ts';
import type { ContactFeedRef } from './contact-feed-machine.ts';
import type { lineMachine } from './line-machine.ts';

/** Undefined before the session has a socket. */
type SocketSnapshot = SnapshotFrom<typeof lineMachine> | undefined;

/**
 * How the line stands: `connecting` until it was open once, `open`, `silent` while it is open and no word
 * comes, `reconnecting` after it was lost, `failed` where it was given up.
 */
export type LineStatus = 'connecting' | 'open' | 'silent' | 'reconnecting' | 'failed';

export function selectLine(snapshot: SocketSnapshot): LineStatus {
  if (snapshot?.hasTag('failed')) return 'failed';
  if (snapshot?.hasTag('silent')) return 'silent';
  if (snapshot?.matches({ host: 'heard' })) return 'open';
  return snapshot?.matches({ host: 'lost' }) ? 'reconnecting' : 'connecting';
}

/** What knows of missing contacts; undefined while there is none. */
export function selectContactFeed(snapshot: SocketSnapshot): ContactFeedRef | undefined {
  return snapshot?.children.contactFeed;
}

/**
 * For how many seconds no word has come over a line that is open; null while the host is heard, and while
 * there is no line.
 */
export function selectSilentFor(snapshot: SocketSnapshot): number | null {
  return snapshot?.hasTag('silent') ? snapshot.context.silentFor : null;
}

/** Why there is no line and none is tried for; null while there is one or it is tried for. */
export function selectLineTrouble(snapshot: SocketSnapshot): LineTrouble | null {
  if (!snapshot?.hasTag('failed')) return null;
  return snapshot.matches({ line: 'originRefused' }) ? 'originRefused' : 'unreachable';
}

/** How often the line was tried for in vain since it last held. */
export function selectAttempt(snapshot: SocketSnapshot): number {
  return snapshot?.context.attempt ?? 0;
}

/** True while the host is not heard, and not because it refuses this page: it answers calls then (ERR-15). */
export function selectIsAway(snapshot: SocketSnapshot): boolean {
  const line = selectLine(snapshot);
  if (line === 'connecting') return selectAttempt(snapshot) > 0;
  return line === 'failed' ? selectLineTrouble(snapshot) === 'unreachable' : line !== 'open';
}

/** True while the host is away, or the browser says that there is no network at all (ERR-17). */
export function selectIsCutOff(snapshot: SocketSnapshot): boolean {
  return selectIsAway(snapshot) || snapshot?.matches({ page: { watched: 'offline' } }) === true;
}

/** The page's own address. */
export function selectOrigin(snapshot: SocketSnapshot): string {
  return snapshot?.context.origin ?? '';
}
