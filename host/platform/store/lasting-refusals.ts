import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { errorText } from './error-text.ts';

/**
 * Errors with which a server that answers refuses this host: a refused login (28000, 28P01) or a missing
 * database (3D000).
 */
const refusals: ReadonlySet<unknown> = new Set(['28000', '28P01', '3D000']);
const askMs = 5_000;
const giveUpAfterMs = 300_000;

/**
 * Watches whether the server keeps refusing this host. If it has refused for five minutes without a break,
 * the database counts as lost, and `lasting` resolves. An unreachable server does not count, because it may
 * come back.
 */
export function watchRefusals(
  pool: Pool,
  log: Logger,
  { everyMs = askMs, timeoutMs = giveUpAfterMs }: { everyMs?: number; timeoutMs?: number } = {},
): { lasting: Promise<Error>; close(): void } {
  const lasting = Promise.withResolvers<Error>();
  let refusedSince: number | null = null;
  let isAsking = false;

  async function ask(): Promise<void> {
    try {
      await pool.query('select 1');
      refusedSince = null;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && refusals.has(error.code))) {
        refusedSince = null;
        return;
      }
      if (refusedSince === null) log.error({ reason: errorText(error) }, 'the database server lets the host in no more');
      refusedSince ??= Date.now();
      if (Date.now() - refusedSince >= timeoutMs)
        lasting.resolve(new Error(`The database has stopped for good: ${errorText(error)}.`, { cause: error }));
    }
  }

  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    void ask().finally(() => (isAsking = false));
  }, everyMs).unref();
  return { lasting: lasting.promise, close: () => clearInterval(timer) };
}
