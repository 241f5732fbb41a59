import { sql } from 'kysely';
import { Client } from 'pg';

const mark = '/* prepared */';

/**
 * A mark at the start of a statement that each connection should prepare once and keep. Use it for frequent
 * statements with costly planning. Only for few different texts (values as parameters), and only if the best
 * plan does not depend on the values: for partitioned tables it does.
 */
export const prepared = sql.raw(mark);

/** The name of each prepared text, the same on every connection. */
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
