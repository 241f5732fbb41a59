import { setTimeout as delay } from 'node:timers/promises';

const noteAgainMs = 500;

/**
 * Records an action done outside the database, and retries until the host stops: an unrecorded action would
 * be done again. `refused` gets each failure.
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
