import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { type AsOf, maxChangesPerCall } from '#model/changes/change.ts';
import { changeKinds, type ChangedEntity, isChangedEntity } from '#model/changes/change-kinds.ts';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../store/database.ts';
import { errorText } from '../store/error-text.ts';
import { changesChannel, togetherMs } from './announce.ts';
import { changesAfter } from './read-changes.ts';
import type { StoredChange } from './stored-change.ts';

export type ChangeFeed = {
  /** Up to which change a system's consoles were told; undefined until the host knows. */
  positionOf(mitasId: string): AsOf | undefined;
  close(): Promise<void>;
};

/** However a change was announced, and also where it was not, it is told within this time. */
const lookMs = 2_000;

/**
 * Tells the bus every change of every system, of whatever process, in the order of their revisions and without a gap: as they are read from
 * the database after the last one told, it does not matter in which order, how often or whether at all they were announced.
 */
export function startChangeFeed(
  { database, bus, log }: { database: Pick<Database, 'db' | 'pool'>; bus: Bus; log: Logger },
  everyMs = lookMs,
): ChangeFeed {
  const ending = new AbortController();
  const positions = new Map<string, AsOf>();
  let isFirstLook = true;
  let waking = new AbortController();
  const listener = listen(database, log, () => waking.abort());

  const lookOnce = async () => {
    const rows = await standings().execute();
    const present = new Set(rows.map(({ system_id }) => system_id));
    for (const id of positions.keys()) if (!present.has(id)) positions.delete(id);
    const failures: unknown[] = [];
    for (const { system_id, epoch, revision } of rows)
      await follow(system_id, { epoch, revision }).catch((error: unknown) => failures.push(error));
    isFirstLook = false;
    // One system's holds up no other's.
    if (failures.length > 0) throw failures[0];
  };

  function standings() {
    return database.db.selectFrom('system_revisions').select(['system_id', 'epoch', 'revision']);
  }

  async function follow(mitasId: string, at: AsOf): Promise<void> {
    // What was changed while no host ran is asked for by the consoles, who know where they stand; a new system is followed from its first.
    const told = positions.get(mitasId) ?? (isFirstLook ? undefined : { epoch: at.epoch, revision: 0 });
    if (told?.epoch !== at.epoch || told.revision > at.revision) return stand(mitasId, at, told !== undefined);
    positions.set(mitasId, told);
    let { revision } = told;
    while (revision < at.revision && !ending.signal.aborted) {
      const { epoch } = at;
      const changes = await changesAfter(database.db, mitasId, { epoch, after: revision, limit: maxChangesPerCall });
      const isWhole = changes.length > 0 && changes.every((change, i) => change.revision === revision + 1 + i);
      // Swept away before they were told, or another order began: consoles hear of the gap, and that they have to load anew.
      if (!isWhole) return standAnew(mitasId);
      for (const change of changes) {
        revision = change.revision;
        await tell(mitasId, at.epoch, change);
      }
    }
  }

  async function standAnew(mitasId: string): Promise<void> {
    const now = await standings().where('system_id', '=', mitasId).executeTakeFirst();
    if (now !== undefined) stand(mitasId, { epoch: now.epoch, revision: now.revision }, true);
  }

  function stand(mitasId: string, at: AsOf, isNews: boolean): void {
    positions.set(mitasId, at);
    if (isNews) bus.publish({ kind: 'changesLost', mitasId });
  }

  /** All that it takes to tell it is read before anything is told: where that fails, the next look tells it whole. */
  async function tell(mitasId: string, epoch: string, change: StoredChange): Promise<void> {
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
  const looking = (async () => {
    while (!ending.signal.aborted) {
      // A new one before the look: what is announced during it is looked for after it.
      waking = new AbortController();
      try {
        await listener.keep();
        await lookOnce();
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ reason: errorText(error) }, 'changes could not be read and will be told later');
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
      listener.close();
    },
  };
}

/**
 * A connection that hears announcements; `keep` makes one where there is none (any more). Beside the pool: one that is lent for good would
 * take a place from calls, and keep the pool from ending.
 */
function listen({ pool }: Pick<Database, 'pool'>, log: Logger, heard: () => void): { keep(): Promise<void>; close(): void } {
  let client: Client | undefined;
  let isWarned = false;
  const lose = () => {
    const lost = client;
    client = undefined;
    // What else goes wrong with it while it ends concerns nobody.
    lost?.end().catch(() => undefined);
  };
  return {
    async keep() {
      if (client !== undefined) return;
      const made = new Client(pool.options);
      client = made;
      let listens = false;
      const end = () => {
        if (client === made) lose();
        // Another one is made at once; where none can be made, with the next look.
        if (listens) heard();
      };
      made.on('notification', heard).on('end', end).on('error', end);
      try {
        await made.connect();
        await made.query(`listen ${changesChannel}`);
        listens = true;
        isWarned = false;
      } catch (error) {
        lose();
        // Looking goes on without it.
        if (!isWarned)
          log.warn({ reason: errorText(error) }, 'changes are not announced to this host: it looks for them every two seconds');
        isWarned = true;
      }
    },
    close: lose,
  };
}
