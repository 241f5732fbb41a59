import type { Pool, PoolClient } from 'pg';

/** What an operator has to know where another process leads: live events stay within one host process. */
export const ledElsewhere =
  'another host on this database makes this system live: until that one stops, consoles of this host get none of its contacts';

/** Held for as long as its connection lives: a killed process gives it up by itself. */
export type Leadership = { readonly lost: boolean; release(): Promise<void> };

/**
 * Asks to be the only host process that does `task` for `systemId` (several may share one database, HOST-12).
 * Null when another one does it already.
 */
export async function takeLeadership(pool: Pool, task: string, systemId: string): Promise<Leadership | null> {
  const client = await pool.connect();
  let lost = false;
  const lose = () => (lost = true);
  client.on('error', lose);
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(hashtext($1), hashtext($2)) as taken', [
      task,
      systemId,
    ]);
    if (rows[0]?.taken !== true) {
      letGo(client, lose, false);
      return null;
    }
  } catch (error) {
    letGo(client, lose, true);
    throw error;
  }
  return {
    get lost() {
      return lost;
    },
    release: async () => {
      // Ending the session gives the lock back even where the statement would not get through.
      letGo(client, lose, true);
      return Promise.resolve();
    },
  };
}

function letGo(client: PoolClient, listener: () => void, broken: boolean): void {
  client.off('error', listener);
  // The pool itself listens once the client is idle again.
  client.release(broken);
}
