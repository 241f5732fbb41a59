import { alarmCodes } from '#model/entities/alarm-words.ts';
import { keepVitals, writeVitals } from '../../domain/vitals/index.ts';
import type { Db } from '../../platform/store/database.ts';
import { addAlarms, type NewAlarm, writeLevels } from '../../platform/store/fleet/alarms.ts';
import type { SimulatedReceiver } from '../../platform/store/fleet/receivers.ts';
import { writeAbsences } from '../../platform/store/fleet/absences.ts';
import { addStateEvents, setStatesByEvents } from '../../platform/store/fleet/receiver-states.ts';
import type { ReceiverVitals } from '../../platform/store/fleet/receiver-vitals.ts';
import type { Chronicle } from './chronicle.ts';
import type { UnitState } from './actions.ts';
import type { Vitals } from './vitals.ts';
import type { ReceiverHardware } from './world.ts';

/** The events of one receiver, with its id in the database. */
export type ReceiverPast = Chronicle & { receiver: ReceiverHardware; rxId: number };

/** Returns a report of a simulated receiver as a real one would send it. */
export function vitalsOf(
  { rxId, receiver }: Omit<ReceiverPast, keyof Chronicle>,
  report: Vitals & UnitState & { ts: number },
): ReceiverVitals {
  return {
    rxId,
    model: receiver.model,
    // The simulation itself writes states, with exact times.
    status: null,
    ...report,
  };
}

/** Returns the reports to store: the first of each hour, and the newest. */
function reportsOf(past: ReceiverPast): ReceiverVitals[] {
  const { hourly, vitals } = past;
  const newest = vitals === null || vitals.ts === hourly.at(-1)?.ts ? [] : [vitals];
  return [...hourly, ...newest].map((report) => vitalsOf(past, report));
}

/**
 * Stores vitals, state changes and alarms of several receivers in a past period (RX-10, ALM-1), with the
 * `others` alarms of that period. Sorts the alarms by time. A receiver has one state per moment, so `pasts`
 * must have each receiver once. Returns whether there are alarms.
 */
export async function recordPasts(
  db: Db,
  systemId: string,
  pasts: readonly ReceiverPast[],
  others: readonly NewAlarm[] = [],
): Promise<boolean> {
  await recordStates(db, systemId, pasts);
  const rxIds = pasts.map(({ rxId }) => rxId);
  await setStatesByEvents(db, rxIds);
  await keepVitals(db, systemId, pasts.flatMap(reportsOf));
  const added = await addAlarms(db, systemId, inOrder([...alarmsIn(pasts), ...others]));
  await writeLevels(
    db,
    pasts.map(({ rxId, judged }) => ({ rxId, ...judged })),
  );
  return added > 0;
}

/** Like `recordPasts`, for the present: reports raise alarms as those of real receivers do. */
export async function recordMoment(db: Db, systemId: string, pasts: readonly ReceiverPast[]): Promise<boolean> {
  await recordStates(db, systemId, pasts);
  const { hasAlarms } = await writeVitals(db, systemId, pasts.flatMap(reportsOf));
  const { wentOffline, backOnline } = alarmCodes;
  const gone = inOrder(alarmsIn(pasts)).filter(({ code }) => code === wentOffline || code === backOnline);
  return (await addAlarms(db, systemId, gone)) > 0 || hasAlarms;
}

/** Stores the judgement of receivers after a period, for the next one (ALM-5). */
export function recordAbsences(db: Db, pasts: readonly ReceiverPast[]): Promise<void> {
  const changed = pasts.filter(({ changes, alarms }) => changes.length > 0 || alarms.length > 0);
  return writeAbsences(
    db,
    changed.map(({ rxId, judged }) => ({ rxId, ...judged })),
  );
}

/**
 * Records that disabled receivers are no longer missed. If an alarm reported one as gone, another can still
 * report it as back.
 */
export function endMissing(db: Db, rows: readonly Pick<SimulatedReceiver, 'id' | 'gone_alarmed'>[]): Promise<void> {
  return writeAbsences(
    db,
    rows.map(({ id: rxId, gone_alarmed: goneAlarmed }) => ({ rxId, goneAlarmed, missedSince: null })),
  );
}

function recordStates(db: Db, systemId: string, pasts: readonly ReceiverPast[]): Promise<void> {
  const states = pasts.flatMap(({ rxId, changes }) => changes.map((change) => ({ rxId, ...change })));
  return addStateEvents(db, systemId, states);
}

function alarmsIn(pasts: readonly ReceiverPast[]): NewAlarm[] {
  return pasts.flatMap(({ rxId, alarms: raised }) => raised.map(({ ts, ...alarm }) => ({ rxId, at: ts, ...alarm })));
}

function inOrder(alarms: readonly NewAlarm[]): NewAlarm[] {
  return alarms.toSorted((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity));
}
