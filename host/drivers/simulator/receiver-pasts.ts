import { alarmCodes } from '#model/entities/alarm-words.ts';
import { keepVitals, writeVitals } from '../../domain/vitals/index.ts';
import type { Db } from '../../platform/store/database.ts';
import { addAlarms, type NewAlarm, writeLevels } from '../../platform/store/fleet/alarms.ts';
import type { ReceiverStanding } from '../../platform/store/fleet/receivers.ts';
import { writeStandings } from '../../platform/store/fleet/standings.ts';
import { addStateEvents, setStatesByEvents } from '../../platform/store/fleet/receiver-states.ts';
import type { ReceiverVitals } from '../../platform/store/fleet/receiver-vitals.ts';
import type { Chronicle } from './chronicle.ts';
import type { UnitState } from './actions.ts';
import type { Vitals } from './vitals.ts';
import type { ReceiverHardware } from './world.ts';

/** What became of one receiver, with its id in the database. */
export type ReceiverPast = Chronicle & { receiver: ReceiverHardware; rxId: number };

/** What a simulated receiver says of itself, as one in the field would send it. */
export function vitalsOf(
  { rxId, receiver }: Omit<ReceiverPast, keyof Chronicle>,
  report: Vitals & UnitState & { ts: number },
): ReceiverVitals {
  return {
    rxId,
    model: receiver.model,
    // Its states are the world's, which knows them to the moment.
    status: null,
    ...report,
  };
}

/** Of a long past what is kept; of a moment what was reported in it. */
function reportsOf(past: ReceiverPast): ReceiverVitals[] {
  const { hourly, vitals } = past;
  const newest = vitals === null || vitals.ts === hourly.at(-1)?.ts ? [] : [vitals];
  return [...hourly, ...newest].map((report) => vitalsOf(past, report));
}

/**
 * Writes vitals, state changes and alarms of several receivers in a stretch that nobody looked at (RX-10,
 * ALM-1), alarms in the order in which they were raised, with `others` of the same stretch. Of one receiver
 * and moment there is one state, the last of `pasts`, which holds no two. Answers whether there are alarms.
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

/** The same of the moment that is now, in which reports raise alarms as those of any other receiver do. */
export async function recordMoment(db: Db, systemId: string, pasts: readonly ReceiverPast[]): Promise<boolean> {
  await recordStates(db, systemId, pasts);
  const { hasAlarms } = await writeVitals(db, systemId, pasts.flatMap(reportsOf));
  const { wentOffline, backOnline } = alarmCodes;
  const gone = inOrder(alarmsIn(pasts)).filter(({ code }) => code === wentOffline || code === backOnline);
  return (await addAlarms(db, systemId, gone)) > 0 || hasAlarms;
}

/** Keeps how receivers stand after a stretch, by which the next one goes on (ALM-5). */
export function recordStandings(db: Db, pasts: readonly ReceiverPast[]): Promise<void> {
  const changed = pasts.filter(({ changes, alarms }) => changes.length > 0 || alarms.length > 0);
  return writeStandings(
    db,
    changed.map(({ rxId, judged }) => ({ rxId, ...judged })),
  );
}

/** A receiver that was switched off is not missed; one of which an alarm said so may still come back. */
export function endMissing(db: Db, standings: readonly Pick<ReceiverStanding, 'id' | 'gone_alarmed'>[]): Promise<void> {
  return writeStandings(
    db,
    standings.map(({ id: rxId, gone_alarmed: goneAlarmed }) => ({ rxId, goneAlarmed, missedSince: null })),
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
