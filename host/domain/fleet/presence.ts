import type { Logger } from 'pino';
import { receiverStatuses } from '#model/entities/receiver.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { type Database, inTransaction, waitForLocks } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { type NotedReceiver, noteReceiversHeard, receiversHeardSince } from '../../platform/store/fleet/heard-receivers.ts';
import { setReceiverState, silentMs } from '../../platform/store/fleet/receiver-states.ts';
import { receiversAtSites } from '../../platform/store/fleet/receivers.ts';
import { Turns } from '../../platform/turns.ts';
import { alarmsMessage } from '../alarms/index.ts';
import { SystemHearing, nextStatus } from './presence-model.ts';
import { firstStatus, heardMessages, stateMessage } from './receiver-states.ts';
import { raiseBySilence, raiseByState } from './state-alarms.ts';
import { noteRhythm } from './upload-rhythms.ts';

const lookEachMs = 1_000;
/** How many systems are checked at one time, so that other connections of the lane stay free. */
const looksAtOnce = 3;
/** How long (ms) a check waits for locked rows. The next check tries again. */
const lockMs = 2_000;

export type Presence = { follow(systemIds: readonly string[]): void; close(): Promise<void> };

type Options = {
  database: Database;
  bus: Bus;
  log: Logger;
  now?: () => number;
  silentAfterMs?: number;
  lookMs?: number;
  isResting?: (systemId: string) => boolean;
};

type Row = Awaited<ReturnType<typeof receiversAtSites>>[number];

/**
 * Updates the states of receivers that are not simulated: online when heard, offline when silent (RX-23),
 * each with its event, and an alarm if missed for too long (ALM-5). The bus reports which receivers are
 * heard. Replayed contacts count like ingested ones: when they arrive, regardless of their times. Each host
 * stores what it hears, and reads what others heard before it reports a silence. If several hosts see a
 * change, one writes it. While a replay pauses, its receivers keep their states.
 */
export function watchPresence({
  database,
  bus,
  log,
  now = Date.now,
  silentAfterMs = silentMs,
  lookMs = lookEachMs,
  isResting = () => false,
}: Options): Presence {
  const noteEachMs = silentAfterMs / 20;
  let followed: ReadonlyMap<string, SystemHearing> = new Map();
  /** Running checks by system, so that a blocked one does not delay other systems. */
  const looking = new Map<string, Promise<void>>();
  const turns = new Turns({ perKey: looksAtOnce, total: looksAtOnce });

  const unsubscribe = bus.subscribe((event) => {
    if (event.kind !== 'heard') return;
    const hearing = followed.get(event.mitasId);
    if (hearing === undefined) return;
    const at = now();
    const { isState = false } = event;
    for (const rxId of event.rxIds) hearing.note(rxId, { at, byThis: true, isState });
  });

  /** The systems whose states or alarms failed in the last check, so that each failure is logged once. */
  const failing = { states: new Set<string>(), alarms: new Set<string>() };
  const warn = (of: keyof typeof failing, systemId: string, error: unknown) => {
    if (failing[of].has(systemId)) return;
    failing[of].add(systemId);
    log.warn({ mitasId: systemId, reason: errorText(error) }, `the ${of} of receivers could not be stored; retrying`);
  };
  const lookAt = async (systemId: string, hearing: SystemHearing) => {
    if (isResting(systemId)) return hearing.break();
    const release = await turns.take(0);
    try {
      const found = await judgeSystem(systemId, hearing);
      failing.states.delete(systemId);
      await raiseMissed(systemId, found);
    } catch (error) {
      // While the database cannot be reached, no contacts arrive either.
      hearing.break();
      warn('states', systemId, error);
    } finally {
      release();
    }
  };
  const look = () => {
    for (const [systemId, hearing] of followed) {
      if (looking.has(systemId)) continue;
      looking.set(
        systemId,
        lookAt(systemId, hearing).finally(() => looking.delete(systemId)),
      );
    }
  };
  /** Raises alarms once the states are stored. If that fails, the states remain. */
  const raiseMissed = async (systemId: string, { rows, ...times }: { rows: Row[]; now: number; hearingSince: number }) => {
    try {
      const raised = await raiseBySilence(database, systemId, rows, { ...times, silentAfterMs, lockMs });
      failing.alarms.delete(systemId);
      if (raised > 0) bus.publish(alarmsMessage(systemId));
    } catch (error) {
      warn('alarms', systemId, error);
    }
  };
  const judgeSystem = async (systemId: string, hearing: SystemHearing) => {
    // One time for the whole check, even if the clock is set during it.
    const at = now();
    const hearingSince = hearing.look(at);
    const unnoted = hearing.unnoted(noteEachMs);
    if (unnoted.length > 0) {
      const noted = await inTransaction(database, async (transaction) => {
        await waitForLocks(transaction, lockMs);
        return noteReceiversHeard(transaction, unnoted);
      });
      hearing.markNoted(unnoted);
      for (const message of heardMessages(systemId, noted)) bus.publish(message);
    }
    const silent: Row[] = [];
    const rows = await receiversAtSites(database, systemId);
    for (const row of rows) {
      const { id: rxId, enabled, status_time } = row;
      const status = row.status ?? firstStatus;
      const statusTime = status_time?.getTime() ?? null;
      const heard = hearing.of(rxId);
      const next = nextStatus({ enabled, status, statusTime, heard, hearingSince, now: at, silentAfterMs });
      if (next === status) continue;
      if (status > receiverStatuses.offline && next === receiverStatuses.offline) silent.push(row);
      else await setState(systemId, row, next, at);
    }
    const elsewhere = hearing.noteElsewhere(await notedOf(silent, at), noteEachMs, at);
    for (const row of silent) if (!elsewhere.has(row.id)) await setState(systemId, row, receiverStatuses.offline, at);
    return { rows, now: at, hearingSince };
  };
  const notedOf = async (silent: readonly Row[], at: number) => {
    const rxIds = silent.map(({ id }) => id);
    return rxIds.length === 0 ? [] : receiversHeardSince(database, rxIds, at - silentAfterMs - noteEachMs + 1);
  };
  /** Writes and publishes a state and its alarms, unless the receiver has changed since it was read. */
  const setState = async (systemId: string, row: Row, status: number, at: number) => {
    const { id: rxId, enabled, status_time } = row;
    const before = row.status ?? firstStatus;
    // Date the new state later than the one it replaces, even if the clock was set back: events are stored by
    // receiver and time.
    const change = { rxId, status, ts: Math.max(at, (status_time?.getTime() ?? -Infinity) + 1) };
    let raised = 0;
    let noted: NotedReceiver | undefined;
    const isWritten = await inTransaction(database, async (transaction) => {
      await waitForLocks(transaction, lockMs);
      if (!(await setReceiverState(transaction, systemId, change, before, { enabled }))) return false;
      if (status === receiverStatuses.offline) noted = await noteRhythm(transaction, rxId);
      raised = await raiseByState(transaction, systemId, change, before, at);
      return true;
    });
    if (!isWritten) return;
    bus.publish(stateMessage(systemId, change));
    if (noted !== undefined) for (const message of heardMessages(systemId, [noted])) bus.publish(message);
    if (raised > 0) bus.publish(alarmsMessage(systemId));
  };
  const timer = setInterval(look, lookMs);

  return {
    follow: (systemIds) => {
      followed = new Map(systemIds.map((id) => [id, followed.get(id) ?? new SystemHearing(now())]));
    },
    close: async () => {
      clearInterval(timer);
      unsubscribe();
      await Promise.all(looking.values());
    },
  };
}
