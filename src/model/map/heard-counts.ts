import { ContactCounts } from '../live/contact-counts.ts';
import type { ContactWindow } from '../live/contact-window.ts';
import { LatestContacts } from '../live/latest-contacts.ts';
import { windowMs } from '../live/live-settings.ts';
import { WorkBudget } from '../live/work-budget.ts';
import type { PinGroup } from './pin-groups.ts';

/** How many contacts each receiver heard in the last minutes; who heard none is not in it. */
export type Heard = Readonly<Record<number, number>>;

/** How fast it beats, the slowest first. */
export const paces = ['slow', 'brisk', 'fast'] as const;

/** What beats around a pin, or around several that are drawn as one. */
export type Pulse = { readonly group: PinGroup; readonly count: number; readonly pace: (typeof paces)[number] };

/** No more contacts are looked at in one step, however many came. */
const perStep = 100_000;

/**
 * Counts the contacts of the last five minutes by receiver (MAP-1), each contact once as it comes and once
 * as it leaves.
 */
export class HeardCounts {
  readonly #window: ContactWindow;
  readonly #counts: ContactCounts;
  readonly #latest: LatestContacts;
  #heard: Heard | null = null;
  /** Whose newest contact was looked for last, and when that was heard. */
  #asked: number | null = null;
  #newest: number | null = null;
  #revision = 0;

  constructor(window: ContactWindow) {
    this.#window = window;
    this.#counts = new ContactCounts(window);
    this.#latest = new LatestContacts(window, (series) => window.series.rxIdOf(series) === this.#asked);
  }

  /**
   * The counts at `now` (ms since the epoch); those of before (null for none) while there is more to count
   * than one step may, and the very same object where none is another.
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
   * When a receiver heard its newest contact of the last five minutes (MAP-16), ms since the epoch; null for
   * none. As it was before while there is more to look through than one step may.
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

/** What beats around the pins: none where nothing was heard. */
export function pulsesOf(groups: readonly PinGroup[], heard: Heard): readonly Pulse[] {
  return groups.flatMap((group): Pulse[] => {
    const count = group.pins.reduce((sum, { id }) => sum + (heard[id] ?? 0), 0);
    return count === 0 ? [] : [{ group, count, pace: count < 10 ? 'slow' : count < 1_000 ? 'brisk' : 'fast' }];
  });
}

/** True where the same beats at the same places as fast, whatever was counted. */
export function beatAlike(one: readonly Pulse[], other: readonly Pulse[]): boolean {
  return one.length === other.length && one.every(({ group, pace }, at) => group === other[at]?.group && pace === other[at].pace);
}

/** True where as much was counted besides. */
export function areSamePulses(one: readonly Pulse[], other: readonly Pulse[]): boolean {
  return beatAlike(one, other) && one.every(({ count }, at) => count === other[at]?.count);
}

/**
 * '128 contacts in 5 min', of a receiver that heard so many that were received: at the least so many where
 * others were not, and null where none was of which that is all that is known.
 */
export function heardText(count: number | undefined, isWhole: boolean): string | null {
  const within = `in ${windowMs / 60_000} min`;
  if (count === undefined || count === 0) return isWhole ? `None ${within}` : null;
  const text = `${count.toLocaleString('en-US')} ${count === 1 ? 'contact' : 'contacts'} ${within}`;
  return isWhole ? text : `At least ${text}`;
}
