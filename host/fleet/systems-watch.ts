import { setTimeout as delay } from 'node:timers/promises';
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
  receivers: number;
};

/** Imports and the admin command are processes of their own: the host sees their work within this time, without a restart. */
const lookMs = 2_000;

/**
 * Looks after the systems in the database and calls `onChange` at first and whenever they differ from the last look.
 * By looking rather than by LISTEN: it needs no connection of its own and cannot miss a note while one is lost.
 * `look` asks for a look at once; `onChange` is never called twice at a time.
 */
export function watchSystems(
  { db }: Pick<Database, 'db'>,
  log: Logger,
  onChange: (systems: WatchedSystem[], first: boolean) => Promise<void>,
): { look(): void; close(): Promise<void> } {
  const ending = new AbortController();
  let waking = new AbortController();
  let seen: string | null = null;

  const lookOnce = async () => {
    const systems = await readSystems(db);
    const text = JSON.stringify(systems);
    if (text === seen) return;
    await onChange(systems, seen === null);
    seen = text;
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
    .select((query) => [
      'id',
      'kind',
      'offline',
      'status',
      'replay',
      query
        .selectFrom('receivers')
        .whereRef('receivers.system_id', '=', 'systems.id')
        .select(query.fn.countAll<number>().as('count'))
        .as('receivers'),
    ])
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind, offline, status, replay, receivers }) => ({
    id,
    kind,
    running: systemState({ offline, status }) === 'running',
    replay,
    receivers: receivers ?? 0,
  }));
}
