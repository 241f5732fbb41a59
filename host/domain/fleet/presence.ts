import type { Logger } from 'pino';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { alarmCodes } from '#model/entities/alarm.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { lastHeard } from '../../platform/store/contacts/contacts-query.ts';
import type { Database } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { firstStatus, setReceiverState, stateMessage } from './receiver-states.ts';

/** A receiver that says nothing for this long is offline. */
const silentMs = 10 * 60_000;
const lookMs = 1_000;

export type Presence = { follow(systemIds: readonly string[]): void; close(): Promise<void> };

type Options = {
  database: Database;
  bus: Bus;
  log: Logger;
  now?: () => number;
  silentAfterMs?: number;
  isResting?: (systemId: string) => boolean;
};

/**
 * Keeps the states of receivers that nobody simulates: who speaks is online, who falls silent goes offline (RX-23), each with its
 * event and alarm (ALM-5). What is heard is the bus, so replayed contacts count as much as ingested ones, and before a silence is told
 * the storage, as another host on this database may have heard what this one did not; while a replay rests, its receivers stay as they are.
 */
export function watchPresence({
  database,
  bus,
  log,
  now = Date.now,
  silentAfterMs = silentMs,
  isResting = () => false,
}: Options): Presence {
  let followed: ReadonlySet<string> = new Set();
  /** When each receiver was heard last (host's clock), by system. */
  const heard = new Map<string, Map<number, number>>();
  const startedAt = now();
  /** When a system's last rest ended. */
  const restedAt = new Map<string, number>();
  let looking: Promise<void> | null = null;

  const note = (systemId: string, rxId: number, at: number) => {
    const of = heard.get(systemId) ?? new Map<number, number>();
    heard.set(systemId, of);
    of.set(rxId, at);
  };
  const unsubscribe = bus.subscribe((event) => {
    if (event.kind !== 'contacts' || !followed.has(event.mitasId)) return;
    for (const { rxId } of event.contacts) note(event.mitasId, rxId, now());
  });

  /** Systems whose last look failed, so that it is told once. */
  const failing = new Set<string>();
  const look = async () => {
    for (const systemId of followed) {
      if (isResting(systemId)) {
        heard.delete(systemId);
        restedAt.set(systemId, now());
        continue;
      }
      try {
        await judgeSystem(systemId, heard.get(systemId) ?? new Map());
        failing.delete(systemId);
      } catch (error) {
        if (failing.has(systemId)) continue;
        failing.add(systemId);
        log.warn(
          { mitasId: systemId, reason: errorText(error) },
          'the states of receivers could not be kept and will be tried again',
        );
      }
    }
  };
  const judgeSystem = async (systemId: string, heardAt: ReadonlyMap<number, number>) => {
    const { db } = database;
    const rows = await db
      .selectFrom('receivers')
      .leftJoin('sites', 'sites.id', 'receivers.site_id')
      .leftJoin('receiver_reports as report', 'report.rx_id', 'receivers.id')
      .select(['receivers.id', 'receivers.alias', 'receivers.enabled', 'sites.alias as site'])
      .select(['report.status', 'report.status_time'])
      .where('receivers.system_id', '=', systemId)
      .execute();
    for (const { id: rxId, alias, enabled, status: stored, status_time, site } of rows) {
      const at = now();
      const status = stored ?? firstStatus;
      const next = statusOf(
        enabled,
        status,
        at - (heardAt.get(rxId) ?? restedAt.get(systemId) ?? startedAt) < silentAfterMs,
        heardAt.has(rxId),
      );
      if (next === status) continue;
      if (status === receiverStatuses.online && next === receiverStatuses.offline) {
        // It may be another host on this database that it sends to.
        const elsewhere = await lastHeard(database.pool, systemId, rxId, at - silentAfterMs + 1);
        if (elsewhere !== null) {
          note(systemId, rxId, Math.min(elsewhere, at));
          continue;
        }
      }
      // After the state that it ends, also where the clock was set back meanwhile.
      const change = { rxId, status: next, ts: Math.max(at, status_time?.getTime() ?? at) };
      // A receiver that speaks for the first time has not come back.
      const code = status_time === null ? null : alarmOf(status, next);
      const isNews = await db.transaction().execute(async (transaction) => {
        if (!(await setReceiverState(transaction, systemId, change, status))) return false;
        if (code === null) return true;
        const alarm = { system_id: systemId, alarm_code_id: code, rx_id: rxId, alias, site_name: site ?? '', at: new Date(at) };
        await transaction.insertInto('alarms').values(alarm).execute();
        return true;
      });
      if (!isNews) continue;
      bus.publish(stateMessage(systemId, change));
      if (code !== null)
        bus.publish({ kind: 'message', mitasId: systemId, message: { type: 'invalidate', payload: ['alarms'] } });
    }
  };
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = null));
  }, lookMs);

  return {
    follow: (systemIds) => {
      followed = new Set(systemIds);
      for (const bySystem of [heard, restedAt]) for (const id of bySystem.keys()) if (!followed.has(id)) bySystem.delete(id);
    },
    close: async () => {
      clearInterval(timer);
      unsubscribe();
      await looking;
    },
  };
}

/** A receiver that was never heard since the start keeps its state until it has been silent for long. */
function statusOf(enabled: boolean, status: number, speaks: boolean, heardOnce: boolean): number {
  if (!enabled) return receiverStatuses.disabled;
  if (!speaks) return receiverStatuses.offline;
  if (heardOnce) return receiverStatuses.online;
  return status === receiverStatuses.disabled ? receiverStatuses.offline : status;
}

function alarmOf(before: number, after: number): number | null {
  const { online, offline } = receiverStatuses;
  if (before === online && after === offline) return alarmCodes.wentOffline;
  return before === offline && after === online ? alarmCodes.backOnline : null;
}
