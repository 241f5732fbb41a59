import type { Contact } from '../../../src/model/entities/contact.ts';
import { contactsBetween, contactSpan } from '../../store/contacts-query.ts';
import type { Database } from '../../store/database.ts';
import { interestingStart } from './interesting-start.ts';
import type { ReplaySettings } from './replay-settings.ts';
import { Timetable } from './timetable.ts';

/** Read at once; two of these are the most that is held. */
const pageSize = 4_000;
/** After a longer stop of the clock (a closed notebook) the replay goes on where it was, instead of rushing after the time. */
const longestLagMs = 30_000;
/** Contacts may be stored while they are replayed; none is stored further ahead than this. */
const aheadMs = 86_400_000;

/** Plays the stored contacts of one system in order, over and over. */
export class ReplayPlayer {
  readonly #pool: Database['pool'];
  readonly #systemId: string;
  readonly #timetable: Timetable;
  #cursor: number;
  #queue: Contact[] = [];
  #lag = 0;

  private constructor(pool: Database['pool'], systemId: string, timetable: Timetable, cursor: number) {
    this.#pool = pool;
    this.#systemId = systemId;
    this.#timetable = timetable;
    this.#cursor = cursor;
  }

  /** A player that begins at `now` (ms), or null while the system has no contacts. */
  static async open(
    pool: Database['pool'],
    systemId: string,
    settings: ReplaySettings,
    now: number,
  ): Promise<ReplayPlayer | null> {
    if ((await contactSpan(pool, systemId)) === null) return null;
    const cursor = settings.from === undefined ? await interestingStart(pool, systemId) : Date.parse(settings.from);
    return new ReplayPlayer(pool, systemId, new Timetable(settings.speed, now), cursor);
  }

  /** What is to be played up to and with `now` (ms), with the times at which it is played. */
  async due(now: number): Promise<Contact[]> {
    if (this.#queue.length < pageSize / 2) await this.#read();
    const next = this.#queue[0];
    if (next === undefined) return [];
    if (now - (next.ts + this.#lag) > longestLagMs) this.#lag = now - next.ts;
    let due = 0;
    while (due < this.#queue.length && (this.#queue[due] as Contact).ts + this.#lag <= now) due += 1;
    const lag = this.#lag;
    return this.#queue.splice(0, due).map((contact) => ({ ...contact, ts: contact.ts + lag }));
  }

  async #read(): Promise<void> {
    const to = Date.now() + aheadMs;
    let page = await contactsBetween(this.#pool, this.#systemId, this.#cursor, to, pageSize);
    if (page.length === 0) {
      const span = await contactSpan(this.#pool, this.#systemId);
      if (span === null) return;
      page = await contactsBetween(this.#pool, this.#systemId, span.first, to, pageSize);
    }
    const last = page.at(-1);
    if (last === undefined) return;
    this.#cursor = last.ts + 1;
    for (const contact of page) this.#queue.push({ ...contact, ts: this.#timetable.playedAt(contact.ts) });
  }
}
