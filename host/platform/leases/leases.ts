import { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { errorText } from '../store/error-text.ts';
import { endLeases, holdLease, type LeaseRow, type OpenTransaction, renewLeases, takeLease } from '../store/leases.ts';
import { answerWithinMs, type Clocks, clocksNow, isWithinTerm, renewEachMs, termMs } from './lease-term.ts';

/** What must be done by one host process at a time, for each system. */
export type LedTask = 'simulation' | 'replay';

/** The right to do a task, until it is lost or released. */
export type Lease = {
  /** True once another host may have taken it; never false again. */
  readonly lost: boolean;
  /**
   * For a transaction that writes what the task is about, before it locks anything else: nobody takes the
   * lease until it ends.
   * @throws LeaseLostError where another may have taken it, also while this process slept.
   */
  hold(transaction: OpenTransaction): Promise<void>;
  /** Gives it back: the next host has it at once. Never rejects. */
  release(): Promise<void>;
};

/** Another host may do the task now. */
class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** A lease; or null while another host holds it, and in how many ms that one's term ends. */
export type Taking = { lease: Lease } | { lease: null; freeInMs: number };

/** The leases of one host process (HOST-12), renewed together. */
export type Leases = {
  /** Rejects when the database does. */
  take(task: LedTask, systemId: string): Promise<Taking>;
  /** Ends the renewal and gives back what is still held; waits for no database that is away. */
  close(): Promise<void>;
};

type Held = LeaseRow & { confirmed: Clocks; isOver: boolean };

export type LeasesOptions = { database: Pick<Database, 'db' | 'pool'>; log: Logger; clocks?: () => Clocks };

/**
 * Keeps leases as rows, by the clock of the database: a process that dies leaves none behind for longer than
 * its term, and all of them together need one connection.
 */
export function openLeases({ database, log, clocks = clocksNow }: LeasesOptions): Leases {
  const holder = crypto.randomUUID();
  const held = new Set<Held>();
  const connection = ownConnection(database);
  let renewing: Promise<void> | null = null;

  function isLost(lease: Held): boolean {
    lease.isOver ||= !isWithinTerm(lease.confirmed, clocks());
    if (lease.isOver) held.delete(lease);
    return lease.isOver;
  }

  /** One statement for all; what it does not answer has been taken by another host. */
  async function renew(): Promise<void> {
    const asked = [...held].filter((lease) => !isLost(lease));
    if (asked.length === 0) return;
    const now = clocks();
    const fences = asked.map(({ fence }) => fence);
    try {
      const kept = await renewLeases(connection(), holder, fences, termMs);
      for (const lease of asked) {
        if (kept.has(lease.fence)) lease.confirmed = now;
        else lease.isOver = true;
      }
    } catch (error) {
      // Where the database is away nobody else takes it either, until the term is over.
      log.debug({ reason: errorText(error) }, 'leases were not renewed and will be tried again');
    }
  }

  const timer = setInterval(() => {
    renewing ??= renew().finally(() => (renewing = null));
  }, renewEachMs).unref();

  async function release(leases: readonly Held[]): Promise<void> {
    for (const lease of leases) {
      lease.isOver = true;
      held.delete(lease);
    }
    const fences = leases.map(({ fence }) => fence);
    await endLeases(connection(), holder, fences).catch((error: unknown) => {
      // Its term ends it as well.
      log.debug({ reason: errorText(error) }, 'a lease was not given back and runs out');
    });
  }

  return {
    async take(task, systemId) {
      const confirmed = clocks();
      const { fence, freeInMs } = await takeLease(database, { task, systemId, holder }, termMs);
      if (fence === null) return { lease: null, freeInMs };
      const lease: Held = { task, systemId, holder, fence, confirmed, isOver: false };
      held.add(lease);
      if (isLost(lease)) {
        // The answer took longer than the term.
        await release([lease]);
        return { lease: null, freeInMs: 0 };
      }
      return {
        lease: {
          get lost() {
            return isLost(lease);
          },
          hold: async (transaction) => {
            if (!isLost(lease) && (await holdLease(transaction, lease, termMs))) return;
            lease.isOver = true;
            throw new LeaseLostError(`Another host may have taken over the ${task} of ${systemId}.`);
          },
          release: () => release([lease]),
        },
      };
    },
    async close() {
      clearInterval(timer);
      await renewing;
      if (held.size > 0) await release([...held]);
      // Whatever else goes wrong with a connection that ends concerns nobody, nor how long it takes.
      connection()
        .end()
        .catch(() => undefined);
    },
  };
}

/**
 * A connection beside those of calls: neither many calls nor a statement that waits forever costs the host
 * its leases. It follows the server to another port.
 */
function ownConnection({ pool }: Pick<Database, 'pool'>): () => Pool {
  const bounds = { connectionTimeoutMillis: answerWithinMs, query_timeout: answerWithinMs };
  const own = new Pool({ ...pool.options, ...bounds, max: 1 });
  // Whoever asks hears of it by the statement that fails.
  own.on('error', () => undefined);
  own.on('connect', (client) => void client.on('error', () => undefined));
  return () => {
    own.options.connectionString = pool.options.connectionString;
    return own;
  };
}
