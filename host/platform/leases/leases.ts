import { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { errorText } from '../store/error-text.ts';
import { endLeases, holdLease, type LeaseRow, type OpenTransaction, renewLeases, takeLease } from '../store/leases.ts';
import { answerWithinMs, type Clocks, readClocks, isWithinTerm, renewEachMs, termMs } from './lease-term.ts';

/** Tasks that only one host process at a time may do, for each system. */
export type LedTask = 'simulation' | 'replay';

/** The right to do a task, until it is lost or released. */
export type Lease = {
  /** True once another host may have taken the lease. Then it stays true. */
  readonly lost: boolean;
  /**
   * Locks the lease in a transaction that writes for the task, so that no other host can take the lease until
   * the transaction ends. Call it before locking anything else.
   * @throws LeaseLostError if another host may have taken the lease, for example while this process was
   * asleep.
   */
  hold(transaction: OpenTransaction): Promise<void>;
  /** Gives the lease back, so that another host can take it immediately. Never rejects. */
  release(): Promise<void>;
};

/** Thrown if another host may now do the task. */
class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** The taken lease. If another host has it, null and the ms until that lease's term ends. */
export type Taking = { lease: Lease } | { lease: null; freeInMs: number };

/** The leases of one host process (HOST-12), renewed together. */
export type Leases = {
  /** Takes a lease if it is free. Rejects if the database fails. */
  take(task: LedTask, systemId: string): Promise<Taking>;
  /** Stops renewing and gives all leases back. Does not wait for an unreachable database. */
  close(): Promise<void>;
};

type Held = LeaseRow & { confirmed: Clocks; isOver: boolean };

export type LeasesOptions = { database: Pick<Database, 'db' | 'pool'>; log: Logger; clocks?: () => Clocks };

/**
 * Manages leases as rows that expire by the database's clock, so that those of a dead process end. One
 * connection serves all leases.
 */
export function openLeases({ database, log, clocks = readClocks }: LeasesOptions): Leases {
  const holder = crypto.randomUUID();
  const held = new Set<Held>();
  const connection = ownConnection(database);
  let renewing: Promise<void> | null = null;

  function isLost(lease: Held): boolean {
    lease.isOver ||= !isWithinTerm(lease.confirmed, clocks());
    if (lease.isOver) held.delete(lease);
    return lease.isOver;
  }

  /** Renews all leases in one statement. Those missing in the answer were taken by another host. */
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
      // While the database is away, no other host can take the lease either.
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
      // The lease then ends when its term is over.
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
        // The answer took longer than the lease's term.
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
      // Ignore errors of the closing connection, and do not wait for it.
      connection()
        .end()
        .catch(() => undefined);
    },
  };
}

/**
 * Opens a connection outside the pool, so that the host loses no lease because of many calls or a hanging
 * statement. When the server moves to another port, new connections use that port.
 */
function ownConnection({ pool }: Pick<Database, 'pool'>): () => Pool {
  const bounds = { connectionTimeoutMillis: answerWithinMs, query_timeout: answerWithinMs };
  const own = new Pool({ ...pool.options, ...bounds, max: 1 });
  // The statement that fails reports the error to its caller.
  own.on('error', () => undefined);
  own.on('connect', (client) => void client.on('error', () => undefined));
  return () => {
    own.options.connectionString = pool.options.connectionString;
    return own;
  };
}
