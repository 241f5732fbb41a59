import { sql } from 'kysely';
import { Client } from 'pg';

const mark = '/* prepared */';

/**
 * Stands first in a statement that each connection shall parse and plan once and keep: for those that run very often and take much planning.
 * Only where few texts can come of it (values are parameters) and where its plan does not depend on the values: of a partitioned table it does.
 */
export const prepared = sql.raw(mark);

/** What a statement may be called: by its text, as every connection that runs it must call it the same. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `console_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** A connection that keeps the statements that are marked `prepared`. */
export class PreparingClient extends Client {
  override query(...[statement, values, ...rest]: unknown[]): never {
    const query = super.query.bind(this) as (...parts: unknown[]) => never;
    if (typeof statement !== 'string' || !statement.startsWith(mark) || !Array.isArray(values))
      return query(statement, values, ...rest);
    return query({ name: nameOf(statement), text: statement, values }, ...rest);
  }
}
