import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AsOf, maxChangesPerCall } from '#model/changes/change.ts';
import { changeKinds, type ChangedEntity, isChangedEntity } from '#model/changes/change-kinds.ts';
import type { Bus } from '../bus/bus.ts';
import type { DatabaseLine } from '../bus/database-line.ts';
import type { Database } from '../store/database.ts';
import { errorText } from '../store/error-text.ts';
import { changesChannel, togetherMs } from './announce.ts';
import { beginEpochAfter, noticeRestore } from './epochs.ts';
import { changesAfter } from './read-changes.ts';
import type { StoredChange } from './stored-change.ts';

export type ChangeFeed = {
  /** Up to which change a system's changes were published; undefined until the host knows. */
  positionOf(mitasId: string): AsOf | undefined;
  close(): Promise<void>;
};

/** However a change was announced, and also where it was not, it is published within this time. */
const lookMs = 2_000;
/** For so many looks nothing is published while nobody can say whether the database is a restored one. */
const restorePatience = 3;
/** Positions of systems that are gone, which may be put back. */
const maxGone = 1_000;

/**
 * Publishes on the bus every change of every system, of whatever process, in the order of their revisions and
 * without a gap: as they are read from the database after the last one published, it does not matter in which
 * order, how often or whether at all they were announced.
 */
export function startChangeFeed(
  { database, bus, line, log }: { database: Pick<Database, 'db' | 'pool'>; bus: Bus; line: DatabaseLine; log: Logger },
  everyMs = lookMs,
): ChangeFeed {
  const ending = new AbortController();
  const positions = new Map<string, AsOf>();
  const gone = new Map<string, AsOf>();
  let isFirstLook = true;
  let waking = new AbortController();

  const lookOnce = async () => {
    let rows = await standings().execute();
    // New ones begin with their first change: who has some already may come from a backup.
    if (!isFirstLook && rows.some(({ system_id, revision }) => revision > 0 && !positions.has(system_id))) {
      mayBeRestored = true;
      await lookForRestore();
      rows = await standings().execute();
    }
    const present = new Set(rows.map(({ system_id }) => system_id));
    for (const [id, position] of positions) if (!present.has(id)) leave(id, position);
    const failures: unknown[] = [];
    for (const { system_id, epoch, revision } of rows)
      await follow(system_id, { epoch, revision }).catch((error: unknown) => failures.push(error));
    isFirstLook = false;
    // One system's holds up no other's.
    if (failures.length > 0) throw failures[0];
  };

  function leave(mitasId: string, position: AsOf): void {
    positions.delete(mitasId);
    gone.set(mitasId, position);
    const [oldest] = gone.keys();
    if (gone.size > maxGone && oldest !== undefined) gone.delete(oldest);
  }

  function standings() {
    return database.db.selectFrom('system_revisions').select(['system_id', 'epoch', 'revision']);
  }

  async function follow(mitasId: string, at: AsOf): Promise<void> {
    // What was changed while no host ran is asked for by the consoles, who know where they stand; a new
    // system is followed from its first.
    const known = positions.get(mitasId) ?? gone.get(mitasId) ?? (isFirstLook ? undefined : { epoch: at.epoch, revision: 0 });
    if (known?.epoch === at.epoch && known.revision > at.revision) {
      // Put back while a host runs: consoles hold later revisions, which will be given out once more.
      const revisions = { from: known.revision, to: at.revision };
      log.warn(
        { mitasId, ...revisions },
        'the revisions of a system went back, as a backup was put back: its consoles load anew',
      );
      await beginEpochAfter(database, mitasId, at.epoch);
      return standAnew(mitasId);
    }
    if (known?.epoch !== at.epoch) return stand(mitasId, at, known !== undefined);
    gone.delete(mitasId);
    positions.set(mitasId, known);
    let { revision } = known;
    while (revision < at.revision && !ending.signal.aborted) {
      const { epoch } = at;
      const changes = await changesAfter(database.db, mitasId, { epoch, after: revision, limit: maxChangesPerCall });
      const isWhole = changes.length > 0 && changes.every((change, i) => change.revision === revision + 1 + i);
      // Swept away before they were published, or another order began: consoles hear of the gap, and that
      // they have to load anew.
      if (!isWhole) return standAnew(mitasId);
      for (const change of changes) {
        revision = change.revision;
        await publish(mitasId, at.epoch, change);
      }
    }
  }

  async function standAnew(mitasId: string): Promise<void> {
    const now = await standings().where('system_id', '=', mitasId).executeTakeFirst();
    if (now !== undefined) stand(mitasId, { epoch: now.epoch, revision: now.revision }, true);
  }

  function stand(mitasId: string, at: AsOf, isLost: boolean): void {
    gone.delete(mitasId);
    positions.set(mitasId, at);
    if (isLost) bus.publish({ kind: 'changesLost', mitasId });
  }

  /**
   * All that it takes is read before anything is published: where that fails, the next look publishes it
   * whole.
   */
  async function publish(mitasId: string, epoch: string, change: StoredChange): Promise<void> {
    const entities = await entitiesOf(mitasId, change);
    const members = entities.includes('member') ? await membersIn(mitasId, change) : [];
    const people = entities.includes('system') ? await peopleOf(mitasId) : null;
    positions.set(mitasId, { epoch, revision: change.revision });
    bus.publish({ kind: 'changed', mitasId, epoch, change, entities });
    for (const userId of members) bus.publish({ kind: 'membershipChanged', userId, mitasId });
    if (people !== null) bus.publish({ kind: 'systemChanged', mitasId, userIds: people });
  }

  async function entitiesOf(mitasId: string, { items, isLarge, hasUnknown, revision }: StoredChange): Promise<ChangedEntity[]> {
    if (!isLarge && !hasUnknown) return [...new Set(items.map(({ kind }) => changeKinds[kind].entity))];
    const rows = await concerned(mitasId, revision).select('entity').distinct().execute();
    return rows.map(({ entity }) => entity).filter(isChangedEntity);
  }

  async function membersIn(mitasId: string, { items, isLarge, hasUnknown, revision }: StoredChange): Promise<number[]> {
    if (!isLarge && !hasUnknown) return items.flatMap(({ kind, id }) => (changeKinds[kind].entity === 'member' ? [id] : []));
    const rows = await concerned(mitasId, revision).select('entity_id').where('entity', '=', 'member').execute();
    return rows.map(({ entity_id }) => entity_id);
  }

  function concerned(mitasId: string, revision: number) {
    return database.db.selectFrom('change_entities').where('system_id', '=', mitasId).where('revision', '=', revision);
  }

  /** In whose lists the system stands. */
  async function peopleOf(mitasId: string): Promise<number[]> {
    const members = database.db.selectFrom('memberships').select('user_id').where('system_id', '=', mitasId);
    const rows = await members
      .union(database.db.selectFrom('users').select('id as user_id').where('superuser', '=', true))
      .execute();
    return rows.map(({ user_id }) => user_id);
  }

  let isFailing = false;
  // The host has looked when it started; after that it may be another server that answers.
  let mayBeRestored = false;
  let restoreFailures = 0;

  /**
   * Published under the old epoch, revisions that were put back would be taken for others: a failure is
   * thrown. A lasting one must not keep everybody from hearing of changes: it is only warned of.
   */
  async function lookForRestore(): Promise<void> {
    try {
      // What is doubted while it looks is looked for once more.
      mayBeRestored = false;
      await noticeRestore(database, log);
      restoreFailures = 0;
    } catch (error) {
      mayBeRestored = true;
      restoreFailures += 1;
      if (restoreFailures < restorePatience) throw error;
      if (restoreFailures === restorePatience)
        log.warn(
          { reason: errorText(error) },
          'whether the database was restored cannot be looked up: changes are published all the same',
        );
    }
  }

  const wake = () => waking.abort();
  let hasListened = false;
  const cut = () => {
    mayBeRestored = true;
    wake();
  };
  const begun = () => {
    // Whoever answers after a cut may be another server.
    if (hasListened) mayBeRestored = true;
    hasListened = true;
    wake();
  };
  line.listen(changesChannel, { heard: wake, begun, cut });

  const looking = (async () => {
    // What is announced after the first look is heard then.
    await Promise.race([line.opened, once(ending.signal, 'abort')]);
    while (!ending.signal.aborted) {
      // A new one before the look: what is announced during it is looked for after it.
      waking = new AbortController();
      try {
        if (mayBeRestored) await lookForRestore();
        await lookOnce();
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ reason: errorText(error) }, 'changes could not be read and will be published later');
        isFailing = true;
      }
      await delay(togetherMs, undefined, { signal: ending.signal }).catch(() => undefined);
      await delay(everyMs, undefined, { signal: AbortSignal.any([waking.signal, ending.signal]) }).catch(() => undefined);
    }
  })();
  return {
    positionOf: (mitasId) => positions.get(mitasId),
    close: async () => {
      ending.abort();
      await looking;
    },
  };
}
