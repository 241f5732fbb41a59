import type { Contact } from '#model/entities/contact.ts';
import { contactsBetween } from '../../platform/store/contacts/contacts-query.ts';
import type { Database } from '../../platform/store/database.ts';
import { interestingStart, nextStretch } from '../../platform/store/contacts/replay-stretches.ts';
import type { ReplaySettings } from '../../domain/fleet/index.ts';
import { Timetable } from './timetable.ts';

/** How long (ms) to wait before the next read after a failure, or if there were no contacts. */
export const waitMs = 3_000;
/** How many contacts one read returns. At most two pages are held in memory. */
const pageSize = 4_000;
/**
 * If the replay is this late (ms), for example because a notebook was closed, it continues where it was and
 * does not catch up.
 */
const longestLagMs = 30_000;

/** A contact with its play time, and the time at which it was recorded. */
type Queued = { contact: Contact; recorded: number };

/** Plays the stored contacts of one system in order, in an endless loop. */
export class ReplayPlayer {
  readonly #pool: Database['pool'];
  readonly #systemId: string;
  readonly #timetable: Timetable;
  /** Where to continue reading, in ms; null for the beginning. */
  #cursor: number | null;
  #queue: Queued[] = [];
  /** When the newest played contact was recorded (ms); null before the first. */
  #recordedAt: number | null = null;
  #lag = 0;
  /** The time (ms) from which to read again after a complete round without contacts. */
  #readFrom = Number.NEGATIVE_INFINITY;

  private constructor(pool: Database['pool'], systemId: string, timetable: Timetable, cursor: number) {
    this.#pool = pool;
    this.#systemId = systemId;
    this.#timetable = timetable;
    this.#cursor = cursor;
  }

  /** Returns a player that starts at `now` (ms), or null if the system's fleet has no contacts. */
  static async open(
    pool: Database['pool'],
    systemId: string,
    settings: ReplaySettings,
    now: number,
  ): Promise<ReplayPlayer | null> {
    if ((await nextStretch(pool, systemId, null, 1)) === null) return null;
    const cursor = settings.from === undefined ? await interestingStart(pool, systemId) : Date.parse(settings.from);
    return new ReplayPlayer(pool, systemId, new Timetable(settings.speed, now), cursor);
  }

  get recordedAt(): number | null {
    return this.#recordedAt;
  }

  /**
   * Returns the contacts to play up to `now` (ms), with their play times. Searches on through stretches
   * without contacts while it `isWanted`. If the complete history has none, searches again after `waitMs`.
   */
  async due(now: number, isWanted: () => boolean = () => true): Promise<Contact[]> {
    if (this.#queue.length < pageSize / 2 && now >= this.#readFrom) await this.#read(now, isWanted);
    const next = this.#queue[0];
    if (next === undefined) return [];
    const { ts } = next.contact;
    if (now - (ts + this.#lag) > longestLagMs) this.#lag = now - ts;
    const lag = this.#lag;
    const isLater = ({ contact }: Queued) => contact.ts + lag > now;
    const later = this.#queue.findIndex(isLater);
    const due = this.#queue.splice(0, later < 0 ? this.#queue.length : later);
    this.#recordedAt = due.at(-1)?.recorded ?? this.#recordedAt;
    return due.map(({ contact }) => ({ ...contact, ts: contact.ts + lag }));
  }

  /** Continues at `now` (ms) after a pause, without catching up. */
  goOn(now: number): void {
    const next = this.#queue[0];
    if (next !== undefined) this.#lag = Math.max(this.#lag, now - next.contact.ts);
  }

  async #read(now: number, isWanted: () => boolean): Promise<void> {
    const page = (await this.#nextPage(isWanted)) ?? (await this.#beginAnew(isWanted));
    if (page === null) this.#readFrom = now + waitMs;
    for (const contact of page ?? [])
      this.#queue.push({ contact: { ...contact, ts: this.#timetable.playedAt(contact.ts) }, recorded: contact.ts });
  }

  #beginAnew(isWanted: () => boolean): Promise<Contact[] | null> {
    this.#cursor = null;
    return this.#nextPage(isWanted);
  }

  /**
   * Returns the next contacts from the cursor on, or null at the end of the history. If no longer wanted, may
   * return none.
   */
  async #nextPage(isWanted: () => boolean): Promise<Contact[] | null> {
    for (;;) {
      const stretch = await nextStretch(this.#pool, this.#systemId, this.#cursor, pageSize);
      if (stretch === null) return null;
      const { from, to } = stretch;
      const page = await contactsBetween(this.#pool, this.#systemId, from, to, pageSize);
      // If the page is full, the stretch may have more contacts for the next page.
      this.#cursor = page.length < pageSize ? to : (page.at(-1) as Contact).ts + 1;
      if (page.length > 0 || !isWanted()) return page;
    }
  }
}
