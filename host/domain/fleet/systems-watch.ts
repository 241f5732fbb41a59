import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { watchedSystems, type WatchedSystem } from '../../platform/store/accounts/systems.ts';
import type { Db } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';

/**
 * Imports and the admin command are separate processes. The host notices their changes within this time,
 * without a restart.
 */
const lookMs = 2_000;

/**
 * Watches the systems in the database. Calls `onChange` with null at first, then with the ids of systems that
 * were added, removed or changed. Polls rather than uses LISTEN: polling needs no connection of its own and
 * misses nothing while one is lost. `look` polls at once. Calls of `onChange` never overlap.
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
      // Renew `waking` before the query: a request made during the query causes another one.
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
