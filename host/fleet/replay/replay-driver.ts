import { setTimeout as delay } from 'node:timers/promises';
import type { Contact } from '../../../src/model/entities/contact.ts';
import { errorText } from '../../store/error-text.ts';
import type { Driver, DriverParts, DriverStatus } from '../driver.ts';
import { ledElsewhere, takeLeadership, type Leadership } from '../leadership.ts';
import { PlayedContacts } from './played-contacts.ts';
import { ReplayPlayer } from './replay-player.ts';
import { readReplaySettings } from './replay-settings.ts';

const stepMs = 200;
/** Before looking again for contacts, for leadership, or after a failure. */
const waitMs = 3_000;

export type ReplayOptions = DriverParts & { settings: Record<string, unknown>; now?: () => number };

/** A replay, and what it has played: what a console that was away asks for. */
export type ReplayDriver = Driver & { playedContacts(sinceMs: number, limit: number): Promise<Contact[]> };

/**
 * Plays an imported system's history as if live until closed: its contacts go on the bus with the time at which they are played, and
 * are never stored with it.
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
  const { log, systemId, database } = options;
  let isFollowing = false;
  while (!signal.aborted) {
    let leadership: Leadership | null = null;
    try {
      leadership = await takeLeadership(database.pool, 'replay', systemId);
      report({ state: 'waiting' });
      if (leadership === null && !isFollowing) log.warn({ mitasId: systemId }, ledElsewhere);
      isFollowing = leadership === null;
      if (leadership !== null) await replay(options, leadership, signal, report);
    } catch (error) {
      report({ state: 'failing', error: errorText(error) });
      log.warn({ mitasId: systemId, reason: errorText(error) }, 'the replay stopped and will be tried again');
    } finally {
      await leadership?.release();
    }
    await pause(waitMs, signal);
  }
}

/** Plays until the end, or until there is nothing to play. */
async function replay(
  { database, bus, systemId, settings, now = Date.now }: ReplayOptions,
  leadership: Leadership,
  signal: AbortSignal,
  report: (status: DriverStatus) => void,
): Promise<void> {
  const player = await ReplayPlayer.open(database.pool, systemId, readReplaySettings(settings), now());
  if (player === null) return;
  report({ state: 'running' });
  while (!signal.aborted && !leadership.lost) {
    const contacts = await player.due(now());
    if (contacts.length > 0) bus.publish({ kind: 'contacts', mitasId: systemId, contacts });
    await pause(stepMs, signal);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Being woken early by the end is what the signal is for.
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
