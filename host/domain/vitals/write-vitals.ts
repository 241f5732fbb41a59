import { receiverStatuses } from '#model/entities/receiver.ts';
import type { BusEvent } from '../../platform/bus/bus.ts';
import type { Db } from '../../platform/store/database.ts';
import { addFirstOfEach, asReal, type ReportOutcome } from '../../platform/store/fleet/first-of-each.ts';
import type { NotedReceiver } from '../../platform/store/fleet/heard-receivers.ts';
import { type KnownReport, writeReports } from '../../platform/store/fleet/receiver-reports.ts';
import { addVitals, type ReceiverVitals } from '../../platform/store/fleet/receiver-vitals.ts';
import { type ReportedState, writeReportedStates } from '../../platform/store/fleet/reported-states.ts';
import { alarmsMessage, raiseByReports } from '../alarms/index.ts';
import { firstStatus, heardMessages, noteRhythm, raiseByState, reportMessages, stateMessage } from '../fleet/index.ts';

/** The result of writing vitals: a fate for each, in order, and the new values of the receivers. */
export type WrittenVitals = {
  outcomes: ReportOutcome[];
  reports: KnownReport[];
  states: ReportedState[];
  rhythms: NotedReceiver[];
  hasAlarms: boolean;
};

/** The result of storing vitals, before alarms are raised. */
type KeptVitals = Omit<WrittenVitals, 'hasAlarms'>;

/**
 * Stores what receivers report, real and simulated alike, and raises the alarms (ALM-5, ALM-6). `now` is the
 * time of arrival in ms.
 */
export async function writeVitals(
  within: Db,
  systemId: string,
  vitals: readonly ReceiverVitals[],
  now = Date.now(),
): Promise<WrittenVitals> {
  const kept = await keepVitals(within, systemId, vitals);
  const byReports = await raiseByReports(within, systemId, kept.reports);
  const byStates = await raiseByStates(within, systemId, kept.states, now);
  return { ...kept, hasAlarms: byReports || byStates };
}

/**
 * Stores vitals (VIT-1) in the history, and the newest as the receiver's present values (RX-13, RX-21).
 * Raises no alarms: for vitals of the past, the caller computes them from the whole history.
 */
export async function keepVitals(within: Db, systemId: string, vitals: readonly ReceiverVitals[]): Promise<KeptVitals> {
  const { outcomes, added } = await addEach(within, systemId, vitals);
  // In the order that all writers of reports use (it avoids deadlocks): for each receiver first its vitals,
  // then its state.
  const reports = await writeReports(within, systemId, added.filter(isReport));
  const named = added.flatMap(({ rxId, ts, status }) => (status === null ? [] : [{ rxId, ts, status }]));
  const states = await writeReportedStates(within, systemId, named);
  const gone = named.filter(({ status }) => status === receiverStatuses.offline).map(({ rxId }) => rxId);
  const rhythms: NotedReceiver[] = [];
  // A visit that is reported after its end changes no present state, but its duration is computed now.
  for (const rxId of [...new Set(gone)].toSorted((one, other) => one - other)) {
    const noted = await noteRhythm(within, rxId);
    if (noted !== undefined) rhythms.push(noted);
  }
  return { outcomes, reports, states, rhythms };
}

/**
 * Adds vitals from a file to the history. They do not count as heard (RX-23) and change no present values.
 * Returns a result for each, in order.
 */
export async function addPastVitals(within: Db, systemId: string, vitals: readonly ReceiverVitals[]): Promise<ReportOutcome[]> {
  return (await addEach(within, systemId, vitals)).outcomes;
}

/** Why a status is refused if the receiver has another one for that time (VIT-3). */
export const otherOfThatTime = 'a status of this receiver for this time already exists';

function addEach(within: Db, systemId: string, given: readonly ReceiverVitals[]) {
  return addFirstOfEach(given.map(asKept), {
    key: ({ rxId, ts }) => `${rxId} ${ts}`,
    say: saidBy,
    add: (firsts) => addVitals(within, systemId, firsts),
  });
}

/**
 * Returns the events for consoles (SOCK-2, SOCK-27): states, and other new values of receivers that are not
 * `hidden`.
 */
export function vitalsEvents(
  systemId: string,
  { reports, states, rhythms, hasAlarms }: WrittenVitals,
  hidden: ReadonlySet<number>,
): BusEvent[] {
  return [
    ...states.map((state) => stateMessage(systemId, state)),
    ...reports.filter(({ rxId }) => !hidden.has(rxId)).flatMap((report) => reportMessages(systemId, report, report.modelBefore)),
    ...heardMessages(
      systemId,
      rhythms.filter(({ rxId }) => !hidden.has(rxId)),
    ),
    ...(hasAlarms ? [alarmsMessage(systemId)] : []),
  ];
}

/**
 * Rounds the numbers as the database does, so that equal values compare equal and tiny ones cause no error.
 */
function asKept(vitals: ReceiverVitals): ReceiverVitals {
  return {
    ...vitals,
    voltage: asReal(vitals.voltage),
    memoryUsedMb: asReal(vitals.memoryUsedMb),
    memoryTotalMb: asReal(vitals.memoryTotalMb),
    temperature: asReal(vitals.temperature),
  };
}

/**
 * Returns what a receiver reported, as a text to compare. Leaves out the clock's error, which the host
 * computes on arrival.
 */
function saidBy(vitals: ReceiverVitals): string {
  const { clockOffsetMs: _, ...said } = vitals;
  return JSON.stringify(said);
}

function isReport({ model, voltage, memoryTotalMb, firmware }: ReceiverVitals): boolean {
  return [model, voltage, memoryTotalMb, firmware].some((one) => one !== null);
}

async function raiseByStates(within: Db, systemId: string, states: readonly ReportedState[], now: number): Promise<boolean> {
  let raised = 0;
  for (const { before, ...change } of states) raised += await raiseByState(within, systemId, change, before ?? firstStatus, now);
  return raised > 0;
}
