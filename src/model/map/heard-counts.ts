import { ContactCounts } from '../live/contact-counts.ts';
import type { ContactWindow } from '../live/contact-window.ts';
import { LatestContacts } from '../live/latest-contacts.ts';
import { windowMs } from '../live/live-settings.ts';
import { WorkBudget } from '../live/work-budget.ts';
import type { PinGroup } from './pin-groups.ts';

/** How many contacts each receiver heard in the last five minutes. Receivers with none are absent. */
export type Heard = Readonly<Record<number, number>>;

/** How fast a pulse beats, the slowest first. */
export const paces = ['slow', 'brisk', 'fast'] as const;

/** The pulse around a pin, or around several drawn as one. */
export type Pulse = { readonly group: PinGroup; readonly count: number; readonly pace: (typeof paces)[number] };

/** How many contacts one step reads at most. */
const perStep = 100_000;

/**
 * Counts the contacts of the last five minutes by receiver (MAP-1). Each contact is added once, when it
 * arrives, and subtracted once, when it leaves.
 */
export class HeardCounts {
  readonly #window: ContactWindow;
  readonly #counts: ContactCounts;
  readonly #latest: LatestContacts;
  #heard: Heard | null = null;
  /** The receiver whose newest contact was last looked up, and the time of that contact. */
  #asked: number | null = null;
  #newest: number | null = null;
  #revision = 0;

  constructor(window: ContactWindow) {
    this.#window = window;
    this.#counts = new ContactCounts(window);
    this.#latest = new LatestContacts(window, (series) => window.series.rxIdOf(series) === this.#asked);
  }

  /**
   * Returns the counts at `now` (ms since 1970). If one step is not enough to finish, returns the previous
   * counts (null if there are none). If no count has changed, returns the same object.
   */
  read(now: number): Heard | null {
    if (!this.#counts.moveTo({ from: now - windowMs, to: now }, new WorkBudget(perStep))) return this.#heard;
    const heard: Record<number, number> = {};
    this.#counts.bySeries().forEach((count, id) => {
      if (count === 0) return;
      const { rxId } = this.#window.series.read(id);
      heard[rxId] = (heard[rxId] ?? 0) + count;
    });
    if (this.#heard === null || !isSameHeard(heard, this.#heard)) this.#heard = heard;
    return this.#heard;
  }

  /**
   * Returns when a receiver heard its newest contact of the last five minutes (MAP-16), ms since 1970; null
   * if none. If one step is not enough to finish, returns the previous value.
   */
  newestOf(rxId: number | null, now: number): number | null {
    if (rxId !== this.#asked) {
      this.#asked = rxId;
      this.#newest = null;
      this.#revision += 1;
    }
    if (rxId === null) return null;
    const range = { from: now - windowMs, to: now };
    const latest = this.#latest.of(range, 1, this.#revision, new WorkBudget(perStep));
    if (latest !== null) this.#newest = latest[0]?.ts ?? null;
    return this.#newest;
  }
}

function isSameHeard(one: Heard, other: Heard): boolean {
  const ids = Object.keys(one).map(Number);
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id]);
}

/** Returns the pulses around the pins; pins that heard nothing have none. */
export function pulsesOf(groups: readonly PinGroup[], heard: Heard): readonly Pulse[] {
  return groups.flatMap((group): Pulse[] => {
    const count = group.pins.reduce((sum, { id }) => sum + (heard[id] ?? 0), 0);
    return count === 0 ? [] : [{ group, count, pace: count < 10 ? 'slow' : count < 1_000 ? 'brisk' : 'fast' }];
  });
}

/**
 * Returns true if both lists have pulses around the same pins and at the same paces, whatever their counts.
 */
export function pulseAlike(one: readonly Pulse[], other: readonly Pulse[]): boolean {
  return one.length === other.length && one.every(({ group, pace }, at) => group === other[at]?.group && pace === other[at].pace);
}

/** Returns true if both lists have equal pulses, counts included. */
export function areSamePulses(one: readonly Pulse[], other: readonly Pulse[]): boolean {
  return pulseAlike(one, other) && one.every(({ count }, at) => count === other[at]?.count);
}

/**
 * Returns '128 contacts in 5 min' or 'None in 5 min'. If contacts of that time are missing (not `isWhole`),
 * returns 'At least 128 …', or null for 0.
 */
export function heardText(count: number | undefined, isWhole: boolean): string | null {
  const within = `in ${windowMs / 60_000} min`;
  if (count === undefined || count === 0) return isWhole ? `None ${within}` : null;
  const text = `${count.toLocaleString('en-US')} ${count === 1 ? 'contact' : 'contacts'} ${within}`;
  return isWhole ? text : `At least ${text}`;
}
