import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../store/database.ts';
import { errorText } from '../store/error-text.ts';
import { type Clocks, clocksNow, isWithinTerm, renewEachMs, termMs } from './lease-term.ts';

/** What an operator has to know where another process leads: live events stay within one host process. */
export const ledElsewhere =
  'another host on this database makes this system live: until that one stops, consoles of this host get none of its contacts';

/** What must be done by one host process at a time, for each system. */
export type LedTask = 'simulation' | 'replay';

/** The right to do a task, until it is lost or released. */
export type Lease = {
  /** True once another host may have taken it; never false again. */
  readonly lost: boolean;
  /**
   * For a transaction that writes what the task is about: nobody takes the lease until it ends.
   * @throws LeaseLostError where another has taken it already, also while this process slept.
   */
  hold(transaction: Db): Promise<void>;
  /** Gives it back: the next host has it at once. Never rejects. */
  release(): Promise<void>;
};

export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** The leases of one host process (HOST-12), renewed together. */
export type Leases = {
  /** Null while another host holds it. Rejects when the database does. */
  take(task: LedTask, systemId: string): Promise<Lease | null>;
  /** Ends the renewal and gives back what is still held. */
  close(): Promise<void>;
};

type Held = { task: LedTask; systemId: string; fence: number; confirmed: Clocks; isOver: boolean };

export type LeasesOptions = { database: Db; log: Logger; clocks?: () => Clocks };

/**
 * Keeps leases as rows, by the clock of the database: a process that dies leaves none behind for longer than
 * its term, and none pins a connection.
 */
export function openLeases({ database: { db }, log, clocks = clocksNow }: LeasesOptions): Leases {
  const holder = crypto.randomUUID();
  const held = new Set<Held>();
  const until = sql<Date>`clock_timestamp() + ${termMs} * interval '1 ms'`;
  let renewing: Promise<void> | null = null;

  const rowOf = ({ task, systemId, fence }: Held) =>
    db.deleteFrom('leases').where('task', '=', task).where('system_id', '=', systemId).where('fence', '=', fence);

  /** One statement for all; what it does not answer has been taken by another host. */
  async function renew(): Promise<void> {
    const asked = [...held];
    const now = clocks();
    const fences = asked.map(({ fence }) => fence);
    try {
      const rows = await db
        .updateTable('leases')
        .set({ expires_at: until })
        .where('holder', '=', holder)
        .where('fence', 'in', fences)
        .returning('fence')
        .execute();
      const kept = new Set(rows.map(({ fence }) => fence));
      for (const lease of asked) {
        if (kept.has(lease.fence)) lease.confirmed = now;
        else lease.isOver = true;
      }
    } catch (error) {
      // Where the database is away nobody else takes it either, until the term is over.
      log.debug({ reason: errorText(error) }, 'leases were not renewed and will be tried again');
    }
    for (const lease of asked) if (isLost(lease)) held.delete(lease);
  }

  function isLost(lease: Held): boolean {
    lease.isOver ||= !isWithinTerm(lease.confirmed, clocks());
    return lease.isOver;
  }

  const timer = setInterval(() => {
    if (held.size > 0) renewing ??= renew().finally(() => (renewing = null));
  }, renewEachMs).unref();

  async function release(lease: Held): Promise<void> {
    lease.isOver = true;
    if (!held.delete(lease)) return;
    await rowOf(lease)
      .execute()
      // Its term ends it as well.
      .catch((error: unknown) => log.debug({ reason: errorText(error) }, 'a lease was not given back and runs out'));
  }

  return {
    async take(task, systemId) {
      const confirmed = clocks();
      const row = await db
        .insertInto('leases')
        .values({ task, system_id: systemId, holder, expires_at: until })
        .onConflict((conflict) =>
          conflict
            .columns(['task', 'system_id'])
            .doUpdateSet({ holder, fence: sql`nextval('lease_fences')`, expires_at: until })
            .where('leases.expires_at', '<', sql<Date>`clock_timestamp()`),
        )
        .returning('fence')
        .executeTakeFirst();
      if (row === undefined) return null;
      const lease: Held = { task, systemId, fence: row.fence, confirmed, isOver: false };
      held.add(lease);
      return {
        get lost() {
          return isLost(lease);
        },
        hold: async (transaction) => {
          const mine = await transaction.db
            .selectFrom('leases')
            // Of a process that is stopped here nothing comes any more: its session must not keep the lease.
            .select(sql`set_config('idle_in_transaction_session_timeout', ${String(termMs)}, true)`.as('bounded'))
            .where('task', '=', task)
            .where('system_id', '=', systemId)
            .where('fence', '=', lease.fence)
            .forShare()
            .executeTakeFirst();
          if (mine !== undefined) return;
          lease.isOver = true;
          throw new LeaseLostError(`Another host has taken over the ${task} of ${systemId}.`);
        },
        release: () => release(lease),
      };
    },
    async close() {
      clearInterval(timer);
      await renewing;
      await Promise.all([...held].map(release));
    },
  };
}
