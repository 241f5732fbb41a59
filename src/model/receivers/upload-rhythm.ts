import { type Receiver, type ReceiverState, receiverStatuses, receiverStatusName } from '../entities/receiver.ts';
import { relativeTime } from '../time/relative-time.ts';

const hourMs = 3_600_000;
/** A shorter interval is a sign of a bad link, not of a rhythm. */
const minIntervalMs = 2 * hourMs;
/** A rhythm needs at least this many visits; only the latest ones are used. */
const minVisits = 4;
const maxVisits = 8;
/**
 * How many of the latest states are read: enough for the visits needed, each of which also has the states
 * open and ready.
 */
export const statesLookedAt = 4 * (maxVisits + 1);
/** The longest visit, as a share of the usual interval. */
const maxVisitShare = 0.25;
/**
 * How far an interval may be from the usual one, as a share of it. At most `maxMissedShare` of the intervals
 * may be further off, e.g. after a missed night.
 */
const tolerance = 0.2;
const maxMissedShare = 0.25;

/**
 * Returns the interval (ms) at which a receiver comes online to upload, from its latest states in order of
 * time; null if its visits are few, long or irregular (RX-44).
 */
export function uploadsEvery(states: readonly Pick<ReceiverState, 'state' | 'ts'>[]): number | null {
  const visits = visitsIn(states).slice(-maxVisits);
  if (visits.length < minVisits) return null;
  const gaps = visits.slice(1).map(({ from }, at) => from - (visits[at] as Visit).from);
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] as number;
  if (usual < minIntervalMs) return null;
  const odd = gaps.filter((gap) => Math.abs(gap - usual) > tolerance * usual);
  const last = visits.at(-1) as Visit;
  return odd.length > maxMissedShare * gaps.length || last.to - last.from > maxVisitShare * usual ? null : usual;
}

type Visit = { from: number; to: number };

/** Returns the finished visits: from online until the next other state. */
function visitsIn(states: readonly Pick<ReceiverState, 'state' | 'ts'>[]): Visit[] {
  const visits: Visit[] = [];
  let from: number | null = null;
  for (const { state, ts } of states) {
    if (state === receiverStatuses.online) from ??= ts;
    else if (from !== null) {
      visits.push({ from, to: ts });
      from = null;
    }
  }
  return visits;
}

/**
 * Returns the text beside the state of an offline receiver: when it was last heard, how often it uploads, and
 * whether it is overdue (after 1.5 intervals); '' if it is not offline or was never heard. `hourOf` returns
 * the hour (0 to 23) in the system's timezone.
 */
export function heardText(rx: Receiver, now: number, hourOf: (ts: number) => number): string {
  const { heardTime, uploadsEveryMs } = rx;
  if (!rx.enabled || heardTime === null || receiverStatusName(rx.status) !== 'offline') return '';
  const heard = `heard ${relativeTime(heardTime, now)}`;
  if (uploadsEveryMs === null) return heard;
  const isOverdue = now - heardTime > 1.5 * uploadsEveryMs;
  return `${heard}, uploads ${often(uploadsEveryMs, hourOf(heardTime))}${isOverdue ? ', overdue' : ''}`;
}

function often(everyMs: number, hour: number): string {
  const hours = Math.round(everyMs / hourMs);
  if (hours >= 20 && hours <= 28) return hour >= 20 || hour < 7 ? 'nightly' : 'daily';
  return hours < 36 ? `every ${hours} h` : `every ${Math.round(hours / 24)} days`;
}
