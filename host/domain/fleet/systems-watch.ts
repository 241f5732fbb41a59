import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { watchedSystems, type WatchedSystem } from '../../platform/store/accounts/systems.ts';
import type { Db } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';

/**
 * Imports and the admin command are processes of their own: the host sees their work within this time,
 * without a restart.
 */
const lookMs = 2_000;

/**
 * Looks after the systems in the database and calls `onChange` at first and whenever they differ from the
 * last look, with the ids of those that came, went or changed since; null at first. By looking rather than by
 * LISTEN: it needs no connection of its own and cannot miss a note while one is lost. `look` asks for a look
 * at once; `onChange` is never called twice at a time.
 */
export function watchSystems(
  database: Db,
  log: Logger,
  onChange: (systems: WatchedSystem[], changed: readonly string[] | null) => Promise<void>,
): { look(): void; close(): Promise<void> } {
  const ending = new AbortController();
  let waking = new AbortController();
  let seen: { whole: string; versions: ReadonlyMap<string, string> } | null = null;

  const lookOnce = async () => {
    const systems = await watchedSystems(database);
    const now = { whole: JSON.stringify(systems), versions: new Map(systems.map(({ id, version }) => [id, version])) };
    if (seen?.whole === now.whole) return;
    await onChange(systems, seen === null ? null : differing(seen.versions, now.versions));
    seen = now;
  };
  const looking = (async () => {
    while (!ending.signal.aborted) {
      // A new one before the look: what asks during it is heard after it.
      waking = new AbortController();
      try {
        await lookOnce();
      } catch (error) {
        log.warn({ reason: errorText(error) }, 'the list of systems could not be read; retrying');
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

function differing(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((id) => before.get(id) !== now.get(id));
}
