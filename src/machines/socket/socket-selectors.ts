import type { SnapshotFrom } from 'xstate';
import type { LineTrouble } from '../../model/live/line-text.ts';
import type { ReceptionGap } from '../../model/live/reception.ts';
import type { socketMachine } from './socket-machine.ts';

/** Undefined before the session has a socket. */
type SocketSnapshot = SnapshotFrom<typeof socketMachine> | undefined;

/**
 * How the line stands: `connecting` until it was open once, `open`, `silent` while it is open and no word comes,
 * `reconnecting` after it was lost, `failed` where it was given up.
 */
export type LineStatus = 'connecting' | 'open' | 'silent' | 'reconnecting' | 'failed';

export function selectLine(snapshot: SocketSnapshot): LineStatus {
  if (snapshot?.hasTag('failed')) return 'failed';
  if (snapshot?.hasTag('silent')) return 'silent';
  if (snapshot?.matches({ host: 'heard' })) return 'open';
  return snapshot?.matches({ host: 'lost' }) ? 'reconnecting' : 'connecting';
}

/** True while contacts are missing that are still to come. */
export function selectGap(snapshot: SocketSnapshot): boolean {
  return snapshot?.hasTag('gap') ?? false;
}

/** From when on (ms since the epoch, the host's clock) contacts of the window are missing for good; null when none are. */
export function selectIncompleteSince(snapshot: SocketSnapshot): number | null {
  return snapshot?.context.stream.incompleteSince ?? null;
}

/** For how many seconds no word has come over a line that is open; null while the host is heard, and while there is no line. */
export function selectSilentFor(snapshot: SocketSnapshot): number | null {
  return snapshot?.hasTag('silent') ? snapshot.context.silentFor : null;
}

const noGaps: readonly ReceptionGap[] = [];

/** The times of which contacts were not received. */
export function selectGaps(snapshot: SocketSnapshot): readonly ReceptionGap[] {
  return snapshot?.context.reception.gaps ?? noGaps;
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

/** The page's own address. */
export function selectOrigin(snapshot: SocketSnapshot): string {
  return snapshot?.context.origin ?? '';
}
