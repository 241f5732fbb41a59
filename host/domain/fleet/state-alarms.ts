import { receiverStatuses } from '#model/entities/receiver.ts';
import { type Db, inTransaction, type Database, waitForLocks } from '../../platform/store/database.ts';
import { addAlarms, type NewAlarm } from '../../platform/store/fleet/alarms.ts';
import { lastStateOf, type StateChange } from '../../platform/store/fleet/receiver-states.ts';
import { missedAfterMs, standingOf, takeMissed, writeStandings } from '../../platform/store/fleet/standings.ts';
import { judgeSilence, judgeStatus, type Raised } from '../alarms/index.ts';
import { firstStatus } from './receiver-states.ts';

const { online, offline, disabled } = receiverStatuses;
/** States by which a receiver is missed or not; in all others it is on its way from one to the next. */
const settled: readonly number[] = [online, offline, disabled];

/**
 * Raises the alarms of a written change of state from `before`, and keeps how the receiver stands by it
 * (ALM-5). What lies between two settled states says nothing: one that reboots and does not come back went
 * offline. `at` is when it happened, where the clock says another time than the timeline (RX-42). Answers how
 * many alarms it raised.
 */
export async function raiseByState(
  within: Db,
  systemId: string,
  { rxId, status, ts }: StateChange,
  before: number,
  at = ts,
): Promise<number> {
  if (!settled.includes(status)) return 0;
  const stood = settled.includes(before) ? before : ((await lastStateOf(within, rxId, ts, settled)) ?? firstStatus);
  const standing = await standingOf(within, rxId);
  const { after, raised } = judgeStatus(standing, { status, ts: at }, stood === online, await missedAfterMs(within, systemId));
  const isSame = after.missedSince === standing.missedSince && after.goneAlarmed === standing.goneAlarmed;
  if (!isSame) await writeStandings(within, [{ rxId, ...after }]);
  return addAlarms(
    within,
    systemId,
    raised.map((one) => newAlarm(rxId, one)),
  );
}

/** How a receiver of a system stands, as a look found it. */
export type Watched = { id: number; enabled: boolean; missed_since: Date | null; gone_alarmed: boolean; minutes: number };

/**
 * Raises the alarm of each receiver of a system that is missed for long enough at `now` (ms), once for all
 * hosts: of those that a look found to be so. Answers how many it raised.
 */
export async function raiseBySilence(
  database: Database,
  systemId: string,
  watched: readonly Watched[],
  { now, lockMs }: { now: number; lockMs: number },
): Promise<number> {
  const rxIds = watched.flatMap(({ id, enabled, missed_since, gone_alarmed: goneAlarmed, minutes }) => {
    const standing = { missedSince: missed_since?.getTime() ?? null, goneAlarmed };
    return enabled && judgeSilence(standing, now, minutes * 60_000).raised.length > 0 ? [id] : [];
  });
  if (rxIds.length === 0) return 0;
  return inTransaction(database, async (transaction) => {
    await waitForLocks(transaction, lockMs);
    const missed = await takeMissed(transaction, systemId, rxIds, now);
    const alarms = missed.flatMap(({ rxId, since, minutes }) =>
      judgeSilence({ missedSince: since, goneAlarmed: false }, now, minutes * 60_000).raised.map((one) => newAlarm(rxId, one)),
    );
    return addAlarms(transaction, systemId, alarms);
  });
}

function newAlarm(rxId: number, { ts, code, missed }: Raised): NewAlarm {
  return { rxId, code, at: ts, missed };
}
