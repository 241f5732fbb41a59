import { type Receiver, type ReceiverState, receiverStatuses, receiverStatusName } from '../entities/receiver.ts';
import { relativeTime } from '../time/relative-time.ts';

const hourMs = 3_600_000;
/** Shorter ones are a bad link rather than a habit. */
const shortestMs = 2 * hourMs;
/** So many visits of a receiver tell how it behaves, and no more are looked at. */
const fewestVisits = 4;
const visitsLookedAt = 8;
/** States that so many visits are made of, where each is open and ready before it is online. */
export const statesLookedAt = 4 * (visitsLookedAt + 1);
/** A visit is short beside what lies between two. */
const longestPart = 0.25;
/** So far a gap may be from the usual one, and so many may be further off: a night is missed. */
const tolerance = 0.2;
const mostMissed = 0.25;

/**
 * How far apart (ms) a receiver comes to upload what it heard, by its latest states in the order of time;
 * null where its visits are few, long or at no regular times (RX-44).
 */
export function uploadsEvery(states: readonly Pick<ReceiverState, 'state' | 'ts'>[]): number | null {
  const visits = visitsIn(states).slice(-visitsLookedAt);
  if (visits.length < fewestVisits) return null;
  const gaps = visits.slice(1).map(({ from }, at) => from - (visits[at] as Visit).from);
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] as number;
  if (usual < shortestMs) return null;
  const odd = gaps.filter((gap) => Math.abs(gap - usual) > tolerance * usual);
  const last = visits.at(-1) as Visit;
  return odd.length > mostMissed * gaps.length || last.to - last.from > longestPart * usual ? null : usual;
}

type Visit = { from: number; to: number };

/** When it was online, and until when: of the visits that are over. */
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
 * What is said beside the state of a receiver that is offline: when it was heard, and how far apart it
 * uploads where it does; later than half of that again, it is overdue. '' where there is nothing to say.
 * `hourOf` answers the hour of the day (0 to 23) of a time, where the system is.
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
