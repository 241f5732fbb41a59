import type { Client } from 'pg';
import { PreparingClient } from './prepared.ts';

/** Hears of each statement that was answered, or failed: its text, and how long that took in seconds. */
export type OnQuery = (text: string, seconds: number) => void;

/** Connections whose statements are timed, from when they are handed over until they are answered. */
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
      // Whoever asked hears of the failure.
      if (asked instanceof Promise) asked.then(ended, ended);
      return asked as never;
    }
  };
}

/** Undefined of what streams: it lasts as long as somebody reads. */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const { text, submit } = statement as { text?: unknown; submit?: unknown };
  return submit === undefined && typeof text === 'string' ? text : undefined;
}
