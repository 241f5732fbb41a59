import { setTimeout as delay } from 'node:timers/promises';

const noteAgainMs = 500;

/**
 * Records that something was done outside the database, and retries until it succeeds or the host stops:
 * otherwise the same would be done again. `refused` gets each failure.
 * @throws the last error once the host stops.
 */
export async function noteInsistently(
  note: () => Promise<void>,
  { refused, stopped }: { refused: (error: unknown) => void; stopped: AbortSignal },
): Promise<void> {
  for (;;) {
    try {
      return await note();
    } catch (error) {
      refused(error);
      await delay(noteAgainMs, undefined, { signal: stopped }).catch(() => undefined);
      if (stopped.aborted) throw error;
    }
  }
}
