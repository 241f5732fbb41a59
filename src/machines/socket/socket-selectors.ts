import type { SnapshotFrom } from 'xstate';
import type { socketMachine } from './socket-machine.ts';

/** Undefined before the session has a socket. */
type SocketSnapshot = SnapshotFrom<typeof socketMachine> | undefined;

/** True while contacts are missing that are still to come. */
export function selectGap(snapshot: SocketSnapshot): boolean {
  return snapshot?.hasTag('gap') ?? false;
}

/** From when on (ms since the epoch, the host's clock) contacts of the window are missing for good; null when none are. */
export function selectIncompleteSince(snapshot: SocketSnapshot): number | null {
  return snapshot?.context.stream.incompleteSince ?? null;
}
