import type { Logger } from 'pino';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import type { DatabaseLine } from '../../platform/bus/database-line.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { membershipChanges, type MembershipChange } from '../../platform/store/accounts/memberships.ts';
import { endedSessions } from '../../platform/store/accounts/sessions.ts';
import type { Db } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { logSecurityNotes } from './security-notes.ts';

const lookMs = 2_000;
/**
 * How far back each query reads. This is longer than any transaction that ends a session or changes a
 * membership takes: notes become visible on commit, not in the order of their numbers.
 */
const remembered = '20 minutes';

/** The sessions found ended, and the changes of memberships by the ids of their notes. */
type Seen = { ended: ReadonlySet<string>; changes: ReadonlyMap<number, MembershipChange> };

/** The channel on which the database announces changes that hosts must apply at once (migration 0061). */
const accessChannel = 'console_access';

const announced = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.object({ sessionId: v.string() }),
    v.object({ userId: v.number(), mitasId: v.string() }),
    v.object({ accessKeyId: v.number() }),
  ]),
);

/**
 * Publishes on the bus what other processes changed: the admin command or another host ended a session or
 * changed a role. The database announces each commit; a query every two seconds finds what was missed while
 * the connection was down. The query reads stored notes, so that it also finds changes that were soon undone.
 * Changes of this process are published a second time, which is harmless. Also logs the security events that
 * other processes stored. Returns a function that stops the watch.
 */
export function watchOutsideChanges(
  database: Db,
  bus: Bus,
  log: Logger,
  { everyMs = lookMs, line }: { everyMs?: number; line?: DatabaseLine } = {},
): () => Promise<void> {
  const ending = new AbortController();
  line?.listen(accessChannel, {
    heard(payload) {
      const change = v.safeParse(announced, payload);
      if (ending.signal.aborted) return;
      if (!change.success) return log.error('the database announced an unknown change of access');
      const { output } = change;
      if ('sessionId' in output) bus.publish({ kind: 'sessionEnded', ...output });
      else if ('accessKeyId' in output) bus.publish({ kind: 'accessKeyRevoked', keyId: output.accessKeyId });
      else bus.publish({ kind: 'membershipChanged', ...output });
    },
    begun: () => {},
    cut: () => {},
  });
  let seen: Seen | null = null;

  async function look(): Promise<Seen> {
    const [ended, changes] = await Promise.all([endedSessions(database, remembered), membershipChanges(database, remembered)]);
    return { ended: new Set(ended), changes: new Map(changes.map((change) => [change.id, change])) };
  }

  const looking = (async () => {
    while (!ending.signal.aborted) {
      try {
        const now = await look();
        if (seen !== null) publish(bus, seen, now);
        seen = now;
        await logSecurityNotes(database, log);
      } catch (error) {
        log.warn({ reason: errorText(error) }, 'changes by other processes could not be read; retrying');
      }
      await delay(everyMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    ending.abort();
    await looking;
  };
}

function publish(bus: Bus, before: Seen, now: Seen): void {
  for (const sessionId of now.ended) if (!before.ended.has(sessionId)) bus.publish({ kind: 'sessionEnded', sessionId });
  for (const { id, userId, mitasId } of now.changes.values())
    if (!before.changes.has(id)) bus.publish({ kind: 'membershipChanged', userId, mitasId });
}
