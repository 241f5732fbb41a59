import { setImmediate as nextTurn } from 'node:timers/promises';
import { usualOfflineMinutes } from '#model/entities/offline-alarm.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import {
  alarmsOfLevels,
  goneAt,
  judgeSilence,
  judgeStatus,
  judgeVitals,
  type Judged,
  type Levels,
  type Raised,
} from '../../domain/alarms/index.ts';
import type { SimulatedReceiver } from '../../platform/store/fleet/receivers.ts';
import { outagesBetween, statusAt, statusChangesBetween, type StatusChange } from './outages.ts';
import { timesOf, unitAt, type UnitState } from './actions.ts';
import { vitalsAt, vitalsPeriodMs, type Vitals } from './vitals.ts';
import type { ReceiverHardware, World } from './world.ts';

type Reported = Vitals & UnitState & { ts: number };

/**
 * The events of one receiver in a period. `vitals` is its newest report, or null. `hourly` has the first
 * report of each hour: only these are stored for a long past.
 */
export type Chronicle = {
  changes: StatusChange[];
  alarms: Raised[];
  vitals: Reported | null;
  hourly: Reported[];
  judged: Judged;
};

/** How far back (ms) reports affect the judgement: every battery is charged and discharged within a day. */
const judgedWithinMs = 86_400_000;

/**
 * Returns the judgement of a receiver from its events before `ts` (ms). A chronicle from `ts` on then raises
 * the same alarms as an uninterrupted one. Pure.
 */
export function judgedBefore(
  world: World,
  receiver: ReceiverHardware,
  ts: number,
  missedAfterMs = usualOfflineMinutes * 60_000,
): Judged {
  const [first = ts, ...reports] = reportsBetween(world, receiver, ts - judgedWithinMs, ts);
  const reported = [first, ...reports].reduce<Levels>((judged, at) => judgeVitals(judged, vitalsAt(world, receiver, at)), {
    memory: null,
    voltage: null,
  });
  const outage = outagesBetween(world, receiver, ts - 1, ts)[0];
  const missedSince = outage === undefined || outage.reboot ? null : outage.start;
  const due = goneAt({ missedSince, goneAlarmed: false }, missedAfterMs);
  return { ...reported, missedSince, goneAlarmed: due !== null && due < ts, missedAfterMs };
}

/**
 * Like `judgedBefore`, for a receiver that has a row (ALM-5). The row says whether the receiver is missed and
 * has been reported as gone, because its time limit may have changed since. A receiver that was disabled is
 * not missed.
 */
export function judgedAs(
  { missed_since, gone_alarmed, minutes }: Pick<SimulatedReceiver, 'missed_since' | 'gone_alarmed' | 'minutes'>,
  world: World,
  receiver: ReceiverHardware,
  ts: number,
): Judged {
  const judged = judgedBefore(world, receiver, ts, minutes * 60_000);
  return { ...judged, missedSince: missed_since?.getTime() ?? null, goneAlarmed: gone_alarmed };
}

/**
 * Returns the events of a receiver from `from` to before `to` (ms), given its judgement at `from` (`judged`).
 * Pure.
 */
export function chronicle(world: World, receiver: ReceiverHardware, judged: Judged, from: number, to: number): Chronicle {
  const changes = statusChangesBetween(world, receiver, from, to);
  const reports = reportsBetween(world, receiver, from, to);
  const past: Chronicle = { changes, alarms: [], vitals: null, hourly: [], judged };
  const { missedAfterMs } = judged;
  const takeSilenceUntil = (ts: number) => {
    const { after, raised } = judgeSilence(past.judged, ts, missedAfterMs);
    past.alarms.push(...raised);
    past.judged = after;
  };
  const takeChange = (next: StatusChange) => {
    // In the simulation, links fail only while a receiver is online.
    const { after, raised } = judgeStatus(past.judged, next, true);
    past.alarms.push(...raised);
    past.judged = after;
  };
  // The receiver was missed and is online, but its link did not change: it was disabled or retired when it
  // came back.
  const isMissed = judged.goneAlarmed || judged.missedSince !== null;
  if (isMissed && statusAt(world, receiver, from - 1) === receiverStatuses.online)
    takeChange({ ts: from, status: receiverStatuses.online });
  let change = 0;
  const takeChangesUntil = (ts: number) => {
    for (let next = changes[change]; next !== undefined && next.ts <= ts; next = changes[++change]) {
      takeSilenceUntil(next.ts);
      takeChange(next);
    }
    takeSilenceUntil(ts);
  };
  for (const ts of reports) {
    takeChangesUntil(ts);
    const vitals = vitalsAt(world, receiver, ts);
    const levels = judgeVitals(past.judged, vitals);
    past.alarms.push(...alarmsOfLevels(past.judged, levels).map((code) => ({ ts, code })));
    past.judged = { ...past.judged, ...levels };
    past.vitals = { ...vitals, ...unitAt(world, receiver, ts), ts };
    noteHourly(past, past.vitals);
  }
  takeChangesUntil(to - 1);
  return past;
}

function noteHourly({ hourly }: Chronicle, report: Reported): void {
  const last = hourly.at(-1);
  if (last === undefined || hourOf(last.ts) !== hourOf(report.ts)) hourly.push(report);
}

const hourOf = (ts: number) => Math.floor(ts / 3_600_000);

/**
 * The period (ms) computed between two turns of the event loop. It takes only a few ms, so that requests do
 * not wait.
 */
const sliceMs = 86_400_000;

/** Like `chronicle`, for a long past: computes it in slices, so that other work can run in between. */
export async function longChronicle(
  world: World,
  receiver: ReceiverHardware,
  judged: Judged,
  from: number,
  to: number,
): Promise<Chronicle> {
  const past: Chronicle = { changes: [], alarms: [], vitals: null, hourly: [], judged };
  for (let start = from; start < to; start += sliceMs) {
    await nextTurn();
    const slice = chronicle(world, receiver, past.judged, start, Math.min(to, start + sliceMs));
    past.changes.push(...slice.changes);
    past.alarms.push(...slice.alarms);
    for (const report of slice.hourly) noteHourly(past, report);
    past.vitals = slice.vitals ?? past.vitals;
    past.judged = slice.judged;
  }
  return past;
}

/**
 * Returns when a receiver reports its vitals: at its own second of each period while it is online, and on
 * command.
 */
function reportsBetween(world: World, receiver: ReceiverHardware, from: number, to: number): number[] {
  const offset = Math.floor((receiver.key * vitalsPeriodMs) / world.receivers.length);
  const outages = outagesBetween(world, receiver, from, to);
  const reports: number[] = [];
  for (let ts = Math.ceil((from - offset) / vitalsPeriodMs) * vitalsPeriodMs + offset; ts < to; ts += vitalsPeriodMs) {
    if (!outages.some((outage) => ts >= outage.start && ts < outage.end)) reports.push(ts);
  }
  const commanded = timesOf(world, receiver, 'report').filter((ts) => ts >= from && ts < to);
  return commanded.length === 0 ? reports : [...new Set([...reports, ...commanded])].sort((a, b) => a - b);
}
