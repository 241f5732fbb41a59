import { receiverStatuses } from '#model/entities/receiver.ts';
import type { BusEvent } from '../../platform/bus/bus.ts';
import type { Db } from '../../platform/store/database.ts';
import { addFirstOfEach, asReal, type ReportFate } from '../../platform/store/fleet/first-of-each.ts';
import type { NotedReceiver } from '../../platform/store/fleet/heard-receivers.ts';
import { type KnownReport, writeReports } from '../../platform/store/fleet/receiver-reports.ts';
import { addVitals, type ReceiverVitals } from '../../platform/store/fleet/receiver-vitals.ts';
import { type ReportedState, writeReportedStates } from '../../platform/store/fleet/reported-states.ts';
import { alarmsMessage, raiseByReports } from '../alarms/index.ts';
import { firstStatus, heardMessages, noteRhythm, raiseByState, reportMessages, stateMessage } from '../fleet/index.ts';

/** What came of vitals: of each by its place, and what of the receivers is known now that was not before. */
export type WrittenVitals = {
  fates: ReportFate[];
  reports: KnownReport[];
  states: ReportedState[];
  rhythms: NotedReceiver[];
  hasAlarms: boolean;
};

/** What came of vitals that were kept, before anybody is alarmed by it. */
type KeptVitals = Omit<WrittenVitals, 'hasAlarms'>;

/**
 * The one way by which what receivers report now is taken, real and simulated alike: it is kept, and raises
 * its alarms (ALM-5, ALM-6). It arrived at `now` (ms).
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
 * Keeps vitals of receivers (VIT-1): in the history, and what of them is newest as what is known of the
 * receiver (RX-13, RX-21). It raises no alarms: those of a past are found by who has all of it.
 */
export async function keepVitals(within: Db, systemId: string, vitals: readonly ReceiverVitals[]): Promise<KeptVitals> {
  const { fates, added } = await addEach(within, systemId, vitals);
  // By the order of all who write reports: of a receiver first what it measured, then its state.
  const reports = await writeReports(within, systemId, added.filter(isReport));
  const named = added.flatMap(({ rxId, ts, status }) => (status === null ? [] : [{ rxId, ts, status }]));
  const states = await writeReportedStates(within, systemId, named);
  const gone = named.filter(({ status }) => status === receiverStatuses.offline).map(({ rxId }) => rxId);
  const rhythms: NotedReceiver[] = [];
  // A visit reported after its end changes no known state: it is computed whenever one ends.
  for (const rxId of [...new Set(gone)].toSorted((one, other) => one - other)) {
    const noted = await noteRhythm(within, rxId);
    if (noted !== undefined) rhythms.push(noted);
  }
  return { fates, reports, states, rhythms };
}

/**
 * Adds to the history what a file has of the past: it makes no receiver speak (RX-23), and changes nothing of
 * what is known. Answers by place.
 */
export async function addPastVitals(within: Db, systemId: string, vitals: readonly ReceiverVitals[]): Promise<ReportFate[]> {
  return (await addEach(within, systemId, vitals)).fates;
}

/** Why one is refused of whose receiver and time there is another (VIT-3). */
export const otherOfThatTime = 'a status of this receiver for this time already exists';

function addEach(within: Db, systemId: string, given: readonly ReceiverVitals[]) {
  return addFirstOfEach(given.map(asKept), {
    key: ({ rxId, ts }) => `${rxId} ${ts}`,
    say: saidBy,
    add: (firsts) => addVitals(within, systemId, firsts),
  });
}

/**
 * What consoles hear of it (SOCK-2, SOCK-27): states, and what else is known of receivers that are not
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
 * With its numbers as the storage has them: what is too small for them would be an error there, and what is
 * kept as the same is the same.
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

/** By how much its clock is off is found as it arrives: it is no word of the receiver's. */
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
