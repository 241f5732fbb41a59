import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AsOf, maxChangesPerCall } from '#model/changes/change.ts';
import type { Bus } from '../bus/bus.ts';
import type { DatabaseLine } from '../bus/database-line.ts';
import type { Database } from '../store/database.ts';
import { errorText } from '../store/error-text.ts';
import { changesChannel, togetherMs } from './announce.ts';
import { entitiesOf, membersIn, peopleOf } from './concerned.ts';
import { beginEpochAfter } from './epochs.ts';
import { FeedPositions } from './feed-positions.ts';
import { changesAfter } from './read-changes.ts';
import { RestoreDoubt } from './restore-doubt.ts';
import type { StoredChange } from '../store/stored-change.ts';

export type ChangeFeed = {
  /** Up to which change a system's changes were published; undefined until the host knows. */
  positionOf(mitasId: string): AsOf | undefined;
  close(): Promise<void>;
};

type Parts = { database: Pick<Database, 'db' | 'pool'>; bus: Bus; line: DatabaseLine; log: Logger };

/** How far a system's changes have come. */
type Standing = { mitasId: string; at: AsOf };

/** However a change was announced, and also where it was not, it is published within this time. */
const lookMs = 2_000;

/**
 * Publishes on the bus every change of every system, of whatever process, in the order of their revisions and
 * without a gap: as they are read from the database after the last one published, it does not matter in which
 * order, how often or whether at all they were announced.
 */
export function startChangeFeed(parts: Parts, everyMs = lookMs): ChangeFeed {
  const feed = new RunningFeed(parts, everyMs);
  feed.listen();
  feed.begin();
  return feed;
}

class RunningFeed implements ChangeFeed {
  readonly #parts: Parts;
  readonly #everyMs: number;
  readonly #positions = new FeedPositions();
  readonly #doubt: RestoreDoubt;
  readonly #ending = new AbortController();
  #waking = new AbortController();
  #hasListened = false;
  #isFirstLook = true;
  #isFailing = false;
  #looking: Promise<void> | undefined;

  constructor(parts: Parts, everyMs: number) {
    this.#parts = parts;
    this.#everyMs = everyMs;
    this.#doubt = new RestoreDoubt(parts.database, parts.log);
  }

  listen(): void {
    this.#parts.line.listen(changesChannel, {
      heard: () => this.#wake(),
      begun: () => this.#beginListening(),
      cut: () => this.#wakeInDoubt(),
    });
  }

  begin(): void {
    this.#looking = this.#lookUntilClosed();
  }

  positionOf(mitasId: string): AsOf | undefined {
    return this.#positions.get(mitasId);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#looking;
  }

  #wake(): void {
    this.#waking.abort();
  }

  #wakeInDoubt(): void {
    this.#doubt.raise();
    this.#wake();
  }

  #beginListening(): void {
    // Whoever answers after a cut may be another server.
    if (this.#hasListened) this.#doubt.raise();
    this.#hasListened = true;
    this.#wake();
  }

  async #lookUntilClosed(): Promise<void> {
    // What is announced after the first look is heard then.
    await Promise.race([this.#parts.line.opened, once(this.#ending.signal, 'abort')]);
    while (!this.#ending.signal.aborted) {
      // A new one before the look: what is announced during it is looked for after it.
      this.#waking = new AbortController();
      await this.#tryToLook();
      await this.#pause(togetherMs, this.#ending.signal);
      await this.#pause(this.#everyMs, AbortSignal.any([this.#waking.signal, this.#ending.signal]));
    }
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    await delay(ms, undefined, { signal }).catch(() => undefined);
  }

  async #tryToLook(): Promise<void> {
    try {
      await this.#doubt.settle();
      await this.#look();
      this.#isFailing = false;
    } catch (error) {
      const reason = errorText(error);
      if (!this.#isFailing) this.#parts.log.warn({ reason }, 'changes could not be read and will be published later');
      this.#isFailing = true;
    }
  }

  async #look(): Promise<void> {
    const standings = await this.#trustedStandings();
    this.#positions.keepOnly(standings.map(({ mitasId }) => mitasId));
    const failures = await this.#followEach(standings);
    this.#isFirstLook = false;
    if (failures.length > 0) throw failures[0];
  }

  /** New ones begin with their first change: who has some already may come from a backup. */
  async #trustedStandings(): Promise<Standing[]> {
    const standings = await this.#standings();
    const isNew = ({ mitasId, at }: Standing) => at.revision > 0 && this.#positions.get(mitasId) === undefined;
    if (this.#isFirstLook || !standings.some(isNew)) return standings;
    this.#doubt.raise();
    await this.#doubt.settle();
    return this.#standings();
  }

  async #standings(): Promise<Standing[]> {
    const rows = await this.#revisions().execute();
    return rows.map(({ system_id, epoch, revision }) => ({ mitasId: system_id, at: { epoch, revision } }));
  }

  #revisions() {
    return this.#parts.database.db.selectFrom('system_revisions').select(['system_id', 'epoch', 'revision']);
  }

  /** One system's failure holds up no other's. */
  async #followEach(standings: readonly Standing[]): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const { mitasId, at } of standings) await this.#follow(mitasId, at).catch((error: unknown) => failures.push(error));
    return failures;
  }

  async #follow(mitasId: string, at: AsOf): Promise<void> {
    const last = this.#positions.last(mitasId) ?? this.#beginning(at);
    if (last.epoch !== at.epoch) return this.#lose(mitasId, at);
    if (last.revision > at.revision) return this.#goBack(mitasId, last, at);
    this.#positions.set(mitasId, last);
    await this.#publishAfter(mitasId, last.revision, at);
  }

  /**
   * What was changed while no host ran is asked for by the consoles, who know where they are; a new system is
   * followed from its first change.
   */
  #beginning(at: AsOf): AsOf {
    return this.#isFirstLook ? at : { epoch: at.epoch, revision: 0 };
  }

  /** Put back while a host runs: consoles hold later revisions, which will be given out once more. */
  async #goBack(mitasId: string, last: AsOf, at: AsOf): Promise<void> {
    this.#parts.log.warn(
      { mitasId, from: last.revision, to: at.revision },
      'the revisions of a system went back, as a backup was put back: its consoles reload',
    );
    await beginEpochAfter(this.#parts.database, mitasId, at.epoch);
    await this.#loseFromNow(mitasId);
  }

  async #publishAfter(mitasId: string, after: number, { epoch, revision }: AsOf): Promise<void> {
    const { db } = this.#parts.database;
    let published = after;
    while (published < revision && !this.#ending.signal.aborted) {
      const changes = await changesAfter(db, mitasId, { epoch, after: published, limit: maxChangesPerCall });
      // Swept away before they were published, or another order began: consoles hear of the gap, and that
      // they have to load again.
      if (!isNextTo(published, changes)) return this.#loseFromNow(mitasId);
      for (const change of changes) await this.#publish(mitasId, epoch, change);
      published += changes.length;
    }
  }

  /**
   * All that it takes is read before anything is published: where that fails, the next look publishes it
   * whole.
   */
  async #publish(mitasId: string, epoch: string, change: StoredChange): Promise<void> {
    const { database, bus } = this.#parts;
    const entities = await entitiesOf(database, mitasId, change);
    const members = entities.includes('member') ? await membersIn(database, mitasId, change) : [];
    const people = entities.includes('system') ? await peopleOf(database, mitasId) : null;
    this.#positions.set(mitasId, { epoch, revision: change.revision });
    bus.publish({ kind: 'changed', mitasId, epoch, change, entities });
    for (const userId of members) bus.publish({ kind: 'membershipChanged', userId, mitasId });
    if (people !== null) bus.publish({ kind: 'systemChanged', mitasId, userIds: people });
  }

  async #loseFromNow(mitasId: string): Promise<void> {
    const now = await this.#revisions().where('system_id', '=', mitasId).executeTakeFirst();
    if (now !== undefined) this.#lose(mitasId, { epoch: now.epoch, revision: now.revision });
  }

  #lose(mitasId: string, at: AsOf): void {
    this.#positions.set(mitasId, at);
    this.#parts.bus.publish({ kind: 'changesLost', mitasId });
  }
}

function isNextTo(revision: number, changes: readonly StoredChange[]): boolean {
  return changes.length > 0 && changes.every((change, i) => change.revision === revision + 1 + i);
}
