import { receiverStatuses } from '#model/entities/receiver.ts';
import { type Db, inTransaction, type Database, waitForLocks } from '../../platform/store/database.ts';
import { addAlarms, type NewAlarm } from '../../platform/store/fleet/alarms.ts';
import { lastStateOf, type StateChange } from '../../platform/store/fleet/receiver-states.ts';
import { lockAbsences, absenceOf, writeAbsences } from '../../platform/store/fleet/absences.ts';
import { judgeSilence, judgeStatus, type Raised } from '../alarms/index.ts';
import { clockToleranceMs } from './presence-model.ts';
import { firstStatus } from './receiver-states.ts';

const { online, offline, disabled } = receiverStatuses;
/** States in which a receiver is clearly missed or not. All others are transitions between them. */
const settled: readonly number[] = [online, offline, disabled];

/**
 * Raises the alarms of a stored state change, and stores whether the receiver is missed (ALM-5). States
 * between two settled ones do not count: a receiver that reboots and does not return went offline. `at` (ms)
 * is the time by the host's clock, the only one used: the timeline's time may come from a receiver with a
 * wrong clock, or be moved behind the one before (RX-42, RX-43). Returns how many alarms it raised.
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
  const absence = await absenceOf(within, rxId);
  const { after, raised } = judgeStatus(absence, { status, ts: at }, stood === online);
  const isSame = after.missedSince === absence.missedSince && after.goneAlarmed === absence.goneAlarmed;
  if (!isSame) await writeAbsences(within, [{ rxId, ...after }]);
  return addAlarms(
    within,
    systemId,
    raised.map((one) => newAlarm(rxId, one)),
  );
}

/** A receiver of a system, as a check read it. */
export type Watched = { id: number; enabled: boolean; missed_since: Date | null; gone_alarmed: boolean; minutes: number };

/**
 * A check at `now`, by a host that has heard the system without a break since `hearingSince`. A receiver
 * counts as silent after `silentAfterMs`; `lockMs` is how long the check waits for locked rows. Times in ms.
 */
type Look = { now: number; hearingSince: number; silentAfterMs: number; lockMs: number };

type AbsenceAndLimit = { missedSince: number | null; goneAlarmed: boolean; minutes: number };

/**
 * Raises the alarms of the receivers that a check found missed for long enough, once for all hosts. Returns
 * how many it raised.
 */
export async function raiseBySilence(database: Database, systemId: string, watched: readonly Watched[], look: Look) {
  const rxIds = watched.flatMap(({ id, enabled, missed_since, gone_alarmed: goneAlarmed, minutes }) => {
    const absence = { missedSince: missed_since?.getTime() ?? null, goneAlarmed, minutes };
    return enabled && judgedAt(look, absence).after !== absence ? [id] : [];
  });
  if (rxIds.length === 0) return 0;
  return inTransaction(database, async (transaction) => {
    await waitForLocks(transaction, look.lockMs);
    const held = await lockAbsences(transaction, systemId, rxIds);
    const judged = held.map((absence) => judgedAt(look, absence));
    await writeAbsences(
      transaction,
      judged.map(({ after }) => after),
    );
    const alarms = judged.flatMap(({ after, raised }) => raised.map((one) => newAlarm(after.rxId, one)));
    return addAlarms(transaction, systemId, alarms);
  });
}

/**
 * Returns a receiver's state after a check. If the host could not hear the receiver for a while, the time
 * before the alarm starts over. It is then no longer than the usual silence, so that a long outage is still
 * reported when the host's connection is poor.
 */
function judgedAt<Before extends AbsenceAndLimit>({ now, hearingSince, silentAfterMs }: Look, absence: Before) {
  const { missedSince, goneAlarmed, minutes } = absence;
  const afterMs = minutes * 60_000;
  // The clock was set back after the receiver went offline, so the elapsed time is unknown.
  if (missedSince !== null && !goneAlarmed && missedSince > now + clockToleranceMs)
    return { after: { ...absence, missedSince: now }, raised: [] };
  return judgeSilence(absence, now, afterMs, hearingSince + Math.min(afterMs, silentAfterMs));
}

function newAlarm(rxId: number, { ts, code, missed }: Raised): NewAlarm {
  return { rxId, code, at: ts, missed };
}
