import type { Log } from '../ports.ts';

/**
 * Writes to the browser's console, without secrets, and with the location of a defect. The code that removes
 * secrets loads on first use, so that the login does not wait for it. If it cannot be loaded, the detail is
 * left out.
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
