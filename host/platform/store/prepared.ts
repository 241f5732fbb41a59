import { sql } from 'kysely';
import { Client } from 'pg';

const mark = '/* prepared */';

/**
 * Begin a statement with this mark to have each connection prepare it once and keep it. Use it for frequent
 * statements that are costly to plan, if there are few different texts (values are parameters) and the best
 * plan does not depend on the values, as it does for partitioned tables.
 */
export const prepared = sql.raw(mark);

/** The names of prepared statements by text; the same on every connection. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `console_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** A connection that prepares statements marked `prepared`. */
export class PreparingClient extends Client {
  override query(...[statement, values, ...rest]: unknown[]): never {
    const query = super.query.bind(this) as (...parts: unknown[]) => never;
    if (typeof statement !== 'string' || !statement.startsWith(mark) || !Array.isArray(values))
      return query(statement, values, ...rest);
    return query({ name: nameOf(statement), text: statement, values }, ...rest);
  }
}
