import { setTimeout as delay } from 'node:timers/promises';

const noteAgainMs = 500;

/**
 * Notes what was done outside of the database, whatever that says against it, until the host stops: what is
 * not noted is done again. `refused` hears each failure.
 * @throws what the database said last, once the host stops.
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
