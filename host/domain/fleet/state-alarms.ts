import { receiverStatuses } from '#model/entities/receiver.ts';
import { type Db, inTransaction, type Database, waitForLocks } from '../../platform/store/database.ts';
import { addAlarms, type NewAlarm } from '../../platform/store/fleet/alarms.ts';
import { lastStateOf, type StateChange } from '../../platform/store/fleet/receiver-states.ts';
import { holdStandings, standingOf, writeStandings } from '../../platform/store/fleet/standings.ts';
import { judgeSilence, judgeStatus, type Raised } from '../alarms/index.ts';
import { clockToleranceMs } from './presence-model.ts';
import { firstStatus } from './receiver-states.ts';

const { online, offline, disabled } = receiverStatuses;
/** States by which a receiver is missed or not; in all others it is on its way from one to the next. */
const settled: readonly number[] = [online, offline, disabled];

/**
 * Raises the alarms of a written change of state from `before`, and keeps how the receiver stands by it
 * (ALM-5). What lies between two settled states says nothing: one that reboots and does not come back went
 * offline. `at` (ms) is when it happened by the host's clock, by which alone time is computed: the timeline's
 * may be that of a receiver whose clock is off, or come after the one before it (RX-42, RX-43). Answers how
 * many alarms it raised.
 */
export async function raiseByState(
  within: Db,
  systemId: string,
  { rxId, status, ts }: StateChange,
  before: number,
  at: number,
): Promise<number> {
  if (!settled.includes(status)) return 0;
  const stood = settled.includes(before) ? before : ((await lastStateOf(within, rxId, ts, settled)) ?? firstStatus);
  const standing = await standingOf(within, rxId);
  const { after, raised } = judgeStatus(standing, { status, ts: at }, stood === online);
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
 * A look at `now`, by who hears the system without a break since `hearingSince`, where one that says nothing
 * for `silentAfterMs` is silent; times in ms.
 */
type Look = { now: number; hearingSince: number; silentAfterMs: number; lockMs: number };

type Standing = { missedSince: number | null; goneAlarmed: boolean; minutes: number };

/**
 * Raises the alarm of each receiver of a system that is missed for long enough at a look, once for all hosts:
 * of those that it found to be so. Answers how many it raised.
 */
export async function raiseBySilence(database: Database, systemId: string, watched: readonly Watched[], look: Look) {
  const rxIds = watched.flatMap(({ id, enabled, missed_since, gone_alarmed: goneAlarmed, minutes }) => {
    const standing = { missedSince: missed_since?.getTime() ?? null, goneAlarmed, minutes };
    return enabled && judgedAt(look, standing).after !== standing ? [id] : [];
  });
  if (rxIds.length === 0) return 0;
  return inTransaction(database, async (transaction) => {
    await waitForLocks(transaction, look.lockMs);
    const held = await holdStandings(transaction, systemId, rxIds);
    const judged = held.map((standing) => judgedAt(look, standing));
    await writeStandings(
      transaction,
      judged.map(({ after }) => after),
    );
    const alarms = judged.flatMap(({ after, raised }) => raised.map((one) => newAlarm(after.rxId, one)));
    return addAlarms(transaction, systemId, alarms);
  });
}

/**
 * How a receiver stands after a look. Who could not be heard for a while has the minutes again, but no more
 * than anybody has before it is silent: else who is missed for long would be told of by none that breaks off.
 */
function judgedAt<Before extends Standing>({ now, hearingSince, silentAfterMs }: Look, standing: Before) {
  const { missedSince, goneAlarmed, minutes } = standing;
  const afterMs = minutes * 60_000;
  // From before the clock was set back: how long ago that was nobody knows.
  if (missedSince !== null && !goneAlarmed && missedSince > now + clockToleranceMs)
    return { after: { ...standing, missedSince: now }, raised: [] };
  return judgeSilence(standing, now, afterMs, hearingSince + Math.min(afterMs, silentAfterMs));
}

function newAlarm(rxId: number, { ts, code, missed }: Raised): NewAlarm {
  return { rxId, code, at: ts, missed };
}
