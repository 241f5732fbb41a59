import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { SystemKind } from '../store/schema-accounts.ts';
import type { Database } from '../store/database.ts';
import { errorText } from '../store/error-text.ts';
import { systemState } from '../store/system-state.ts';

/** What the fleet needs to know of a system. `replay` are its replay settings, as they stand in the database. */
export type WatchedSystem = {
  id: string;
  kind: SystemKind;
  running: boolean;
  replay: Record<string, unknown> | null;
  /** Another one when its settings, its sites or how its receivers are set up changed; what receivers report of themselves is not in it. */
  revision: string;
};

/** Imports and the admin command are processes of their own: the host sees their work within this time, without a restart. */
const lookMs = 2_000;

/**
 * Looks after the systems in the database and calls `onChange` at first and whenever they differ from the last look, with the ids of those
 * that came, went or changed since; null at first.
 * By looking rather than by LISTEN: it needs no connection of its own and cannot miss a note while one is lost.
 * `look` asks for a look at once; `onChange` is never called twice at a time.
 */
export function watchSystems(
  { db }: Pick<Database, 'db'>,
  log: Logger,
  onChange: (systems: WatchedSystem[], changed: readonly string[] | null) => Promise<void>,
): { look(): void; close(): Promise<void> } {
  const ending = new AbortController();
  let waking = new AbortController();
  let seen: ReadonlyMap<string, string> | null = null;

  const lookOnce = async () => {
    const systems = await readSystems(db);
    const now = new Map(systems.map((system) => [system.id, JSON.stringify(system)]));
    const changed = seen === null ? null : differing(seen, now);
    if (changed?.length === 0) return;
    await onChange(systems, changed);
    seen = now;
  };
  const looking = (async () => {
    while (!ending.signal.aborted) {
      // A new one before the look: what asks during it is heard after it.
      waking = new AbortController();
      try {
        await lookOnce();
      } catch (error) {
        log.warn({ reason: errorText(error) }, 'the list of systems could not be read and will be tried again');
      }
      await delay(lookMs, undefined, { signal: AbortSignal.any([waking.signal, ending.signal]) }).catch(() => undefined);
    }
  })();
  return {
    look: () => waking.abort(),
    close: async () => {
      ending.abort();
      await looking;
    },
  };
}

async function readSystems(db: Database['db']): Promise<WatchedSystem[]> {
  const rows = await db
    .selectFrom('systems')
    .select([
      'id',
      'kind',
      'offline',
      'status',
      'replay',
      sql<string>`md5(concat_ws(' ', to_jsonb(systems),
        (select string_agg(row(r.id, r.alias, r.site_id, r.enabled, r.color, r.model, r.latitude, r.longitude, r.ip_address, r.port_number)::text, ' ' order by r.id)
          from receivers r where r.system_id = systems.id),
        (select string_agg(to_jsonb(s)::text, ' ' order by s.id) from sites s where s.system_id = systems.id)))`.as('revision'),
    ])
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind, offline, status, replay, revision }) => ({
    id,
    kind,
    running: systemState({ offline, status }) === 'running',
    replay,
    revision,
  }));
}

function differing(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((id) => before.get(id) !== now.get(id));
}
