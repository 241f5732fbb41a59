import { redact } from '../../model/journal/secrets.ts';
import type { Log } from '../ports.ts';

/** Writes to the browser's console; secrets are taken out on the way. */
export function createConsoleLog(sink: { warn(...data: unknown[]): void }): Log {
  return {
    warn(message, detail) {
      if (detail === undefined) sink.warn(message);
      else sink.warn(message, redact(detail));
    },
  };
}
