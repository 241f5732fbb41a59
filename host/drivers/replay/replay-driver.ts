import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from '../../platform/store/error-text.ts';
import { listenersOf } from '../../platform/store/contacts/listeners.ts';
import { retiredOf } from '../../domain/contacts/index.ts';
import { unshownAmong } from '../../platform/store/fleet/retired-receivers.ts';
import {
  readReplaySettings,
  type DriverParts,
  type DriverStatus,
  type ReplayDriver,
  type ReplaySettings,
} from '../../domain/fleet/index.ts';
import type { Lease } from '../../platform/leases/leases.ts';
import { asksForLease } from '../ask-for-lease.ts';
import { PlayedContacts } from './played-contacts.ts';
import { ReplayPlayer, waitMs } from './replay-player.ts';

const stepMs = 200;
/** How often consoles get the original time of the played contacts (LIVE-33). */
const notifyMs = 1_000;

/**
 * How long the replay continues after the last console has left, so that it does not pause when a page
 * reloads or loses its connection.
 */
const lingerMs = 10_000;

export type ReplayOptions = DriverParts & {
  settings: Record<string, unknown>;
  /** Returns true while a console shows the system. */
  isWatched: () => boolean;
  lingerMs?: number;
  now?: () => number;
};

/**
 * Plays an imported system's history as if live, until closed. It publishes contacts on the bus with the time
 * at which they are played, and never stores them. While no console watches, it pauses and queries nothing.
 * Later it continues where it paused.
 */
export function startReplay(options: ReplayOptions): ReplayDriver {
  const ending = new AbortController();
  const played = new PlayedContacts(options.bus, options.systemId);
  let status: DriverStatus = { state: 'starting' };
  const running = superviseReplay(options, ending.signal, (next) => (status = next));
  return {
    status: () => status,
    playedContacts: (sinceMs, limit) => Promise.resolve(played.since(sinceMs, limit)),
    close: async () => {
      ending.abort();
      await running;
      played.close();
    },
  };
}

async function superviseReplay(
  options: ReplayOptions,
  signal: AbortSignal,
  report: (status: DriverStatus) => void,
): Promise<void> {
  const { log, systemId } = options;
  const ask = asksForLease('replay', options);
  const resting: Resting = { player: null };
  while (!signal.aborted) {
    let lease: Lease | null = null;
    let restMs = waitMs;
    try {
      const settings = readReplaySettings(options.settings);
      if (!options.isWatched()) {
        report({ state: 'waiting' });
        await pause(stepMs, signal);
        continue;
      }
      const taking = await ask();
      lease = taking.lease;
      report({ state: 'waiting' });
      if (taking.lease === null) restMs = taking.freeInMs;
      else if (!signal.aborted && (await replay(options, settings, resting, taking.lease, signal, report))) continue;
      // There is nothing to play, or another host plays now.
      report({ state: 'waiting' });
    } catch (error) {
      resting.player = null;
      report({ state: 'failing', error: errorText(error) });
      log.warn({ mitasId: systemId, reason: errorText(error) }, 'the replay stopped; retrying');
    } finally {
      await lease?.release();
    }
    await pause(restMs, signal);
  }
}

/** The player to continue with when a console watches again. */
type Resting = { player: ReplayPlayer | null };

/**
 * Plays until no console watches any more, then returns true. Returns false if there is nothing to play or
 * another host has taken over.
 */
async function replay(
  { database, bus, systemId, isWatched, lingerMs: linger = lingerMs, now = Date.now }: ReplayOptions,
  settings: ReplaySettings,
  resting: Resting,
  lease: Lease,
  signal: AbortSignal,
  report: (status: DriverStatus) => void,
): Promise<boolean> {
  const player = resting.player ?? (await ReplayPlayer.open(database.pool, systemId, settings, now()));
  if (player === null) return false;
  player.goOn(now());
  resting.player = player;
  report({ state: 'running' });
  let watchedAt = now();
  let notifiedAt = Number.NEGATIVE_INFINITY;
  const isWanted = () => {
    const isSeen = isWatched();
    if (isSeen) watchedAt = now();
    return isSeen || now() - watchedAt < linger;
  };
  const goesOn = () => !signal.aborted && !lease.lost;
  while (goesOn()) {
    if (!isWanted()) return true;
    const contacts = await player.due(now(), () => goesOn() && isWanted());
    if (contacts.length > 0) {
      // Contacts are read ahead, so their receiver may have been retired since (RX-37).
      const hidden = new Set(retiredOf(await unshownAmong(database, listenersOf(contacts))).map(({ id }) => id));
      // After this machine slept, another host may be playing.
      if (!goesOn()) break;
      const shown = contacts.filter(({ rxId }) => !hidden.has(rxId));
      if (shown.length > 0) {
        bus.publish({ kind: 'heard', mitasId: systemId, rxIds: listenersOf(shown) });
        bus.publish({ kind: 'contacts', mitasId: systemId, contacts: shown });
        const { recordedAt } = player;
        const newest = contacts.at(-1);
        if (newest !== undefined && recordedAt !== null && now() - notifiedAt >= notifyMs) {
          notifiedAt = now();
          const payload = { played: newest.ts, recorded: recordedAt };
          bus.publish({ kind: 'message', mitasId: systemId, message: { type: 'replayed', payload } });
        }
      }
    }
    await pause(stepMs, signal);
  }
  return false;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // The signal ends the delay early.
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
