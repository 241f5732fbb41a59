import type { Log } from '../ports.ts';

/**
 * Writes to the browser's console; secrets are taken out on the way, and a defect is given with its place.
 * What does that is fetched when there is something to take them out of: the login does not wait for it.
 * Where it cannot be had, the detail is left out.
 */
export function createConsoleLog(sink: { warn(...data: unknown[]): void }): Log {
  return {
    warn(message, detail) {
      if (detail === undefined) return sink.warn(message);
      void import('../../model/journal/secrets.ts').then(
        ({ logged }) => sink.warn(message, logged(detail)),
        () => sink.warn(message),
      );
    },
  };
}
