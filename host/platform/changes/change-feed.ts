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
  /** Returns the last published change of a system; undefined until the host knows the system. */
  positionOf(mitasId: string): AsOf | undefined;
  close(): Promise<void>;
};

type Parts = { database: Pick<Database, 'db' | 'pool'>; bus: Bus; line: DatabaseLine; log: Logger };

/** A system and its present epoch and revision. */
type CurrentRevision = { mitasId: string; at: AsOf };

/** The polling interval (ms): a change whose announcement was lost is published within this time. */
const lookMs = 2_000;

/**
 * Publishes every change of every system, made by any process, on the bus: in the order of revisions, without
 * gaps. It reads from the database the changes after the last one it published. Announcements only wake it,
 * so their order and number do not matter.
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
    // After a lost connection, the server that answers may be another one, with a restored database.
    if (this.#hasListened) this.#doubt.raise();
    this.#hasListened = true;
    this.#wake();
  }

  async #lookUntilClosed(): Promise<void> {
    // Wait until the line listens, so that no change after the first look is missed.
    await Promise.race([this.#parts.line.opened, once(this.#ending.signal, 'abort')]);
    while (!this.#ending.signal.aborted) {
      // Set before the look, so that an announcement during the look causes another one.
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
    const revisions = await this.#trustedRevisions();
    this.#positions.keepOnly(revisions.map(({ mitasId }) => mitasId));
    const failures = await this.#followEach(revisions);
    this.#isFirstLook = false;
    if (failures.length > 0) throw failures[0];
  }

  /**
   * Reads each system's revision. If a system that this host did not know already has changes, it may come
   * from a backup: checks for a restore and reads the revisions again.
   */
  async #trustedRevisions(): Promise<CurrentRevision[]> {
    const revisions = await this.#currentRevisions();
    const isNew = ({ mitasId, at }: CurrentRevision) => at.revision > 0 && this.#positions.get(mitasId) === undefined;
    if (this.#isFirstLook || !revisions.some(isNew)) return revisions;
    this.#doubt.raise();
    await this.#doubt.settle();
    return this.#currentRevisions();
  }

  async #currentRevisions(): Promise<CurrentRevision[]> {
    const rows = await this.#revisions().execute();
    return rows.map(({ system_id, epoch, revision }) => ({ mitasId: system_id, at: { epoch, revision } }));
  }

  #revisions() {
    return this.#parts.database.db.selectFrom('system_revisions').select(['system_id', 'epoch', 'revision']);
  }

  /** Follows each system. If one fails, the others are still followed. Returns the failures. */
  async #followEach(revisions: readonly CurrentRevision[]): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const { mitasId, at } of revisions) await this.#follow(mitasId, at).catch((error: unknown) => failures.push(error));
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
   * Returns where to begin with a system. On the first look that is its present revision, because consoles
   * know theirs and request what they miss. A system that appears later is followed from its first change.
   */
  #beginning(at: AsOf): AsOf {
    return this.#isFirstLook ? at : { epoch: at.epoch, revision: 0 };
  }

  /**
   * Handles a restore while this host runs. The consoles have seen later revisions, whose numbers will now be
   * used again, so it begins a new epoch.
   */
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
      // The next changes were deleted before they were published, or a new epoch began. Consoles get the
      // present revision and load the system again.
      if (!isNextTo(published, changes)) return this.#loseFromNow(mitasId);
      for (const change of changes) await this.#publish(mitasId, epoch, change);
      published += changes.length;
    }
  }

  /**
   * Reads all that the events need before it publishes the first. If a read fails, nothing was published yet,
   * and the next look publishes the change.
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
