import type { Client } from 'pg';
import { PreparingClient } from './prepared.ts';

/** Called after each statement, even if it failed, with its text and its time in seconds. */
export type OnQuery = (text: string, seconds: number) => void;

/** Makes a class of connections that time each statement, from the call to the answer. */
export function timedClient(onQuery: OnQuery): typeof Client {
  return class TimedClient extends PreparingClient {
    override query(...parts: unknown[]): never {
      const query = super.query.bind(this) as unknown as (...all: unknown[]) => unknown;
      const text = textOf(parts[0]);
      if (text === undefined) return query(...parts) as never;
      const begun = performance.now();
      const ended = (): void => onQuery(text, (performance.now() - begun) / 1_000);
      const last = parts.at(-1);
      if (typeof last === 'function') {
        const answer = (...outcome: unknown[]): void => {
          ended();
          (last as (...all: unknown[]) => void)(...outcome);
        };
        return query(...parts.slice(0, -1), answer) as never;
      }
      const asked = query(...parts);
      // The caller handles the failure; here it only ends the measurement.
      if (asked instanceof Promise) asked.then(ended, ended);
      return asked as never;
    }
  };
}

/** Returns a statement's text; undefined for streams, which last for as long as they are read. */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const { text, submit } = statement as { text?: unknown; submit?: unknown };
  return submit === undefined && typeof text === 'string' ? text : undefined;
}
