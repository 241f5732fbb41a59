import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registryEntities } from '#model/registry/registries.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { entityTables } from '../../../../host/platform/store/entity-tables.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

/** What a migration must give the table of a registry (REG-16, CHG-1). */
describe.each(registryEntities)('the table of the registry of the %s', (entity) => {
  const { table, id, system, columns } = entityTables[entity];
  const needed = [id, system, 'rev', 'created_at', ...Object.values(columns).filter((column) => column !== null)];
  const make = `a migration in host/platform/store/migrations/ with its two lines in host/platform/store/migrate.ts`;
  let database: Database;
  beforeAll(async () => {
    database = await withTestDatabase();
  });
  afterAll(() => database.close());

  const ask = async <Row>(query: string) => (await database.pool.query<Row & object>(query, [table])).rows;

  test('has a column for each field', async () => {
    const columnNames = await ask<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    );
    const missing = needed.filter((column) => !columnNames.some(({ name }) => name === column));
    expect(missing, `the table '${table}' comes by ${make}`).toEqual([]);
  });

  test('takes rows from changes alone', async () => {
    const guarded = await ask<{ name: string; ways: number }>(
      `select attribute.attname as name, trigger.tgtype & 28 as ways
        from pg_trigger trigger join pg_proc proc on proc.oid = tgfoid join pg_attribute attribute on attrelid = tgrelid
        where tgrelid = to_regclass($1) and proname = 'refuse_unmarked' and attnum > 0 and tgenabled <> 'D'
          and (cardinality(tgattr::smallint[]) = 0 or attnum = any(tgattr::smallint[]))`,
    );
    const insertDeleteUpdate = 28;
    const open = needed.filter((column) => !guarded.some(({ name, ways }) => name === column && ways === insertDeleteUpdate));
    expect(open, `the trigger refuse_unmarked on '${table}' comes by ${make}`).toEqual([]);
  });

  test('goes with its system', async () => {
    const keys = await ask<{ def: string }>(
      `select pg_get_constraintdef(oid) as def from pg_constraint where conrelid = to_regclass($1) and contype = 'f'`,
    );
    expect(
      keys.map(({ def }) => def),
      `the foreign key of '${table}' to systems comes by ${make}`,
    ).toContain(`FOREIGN KEY (${system}) REFERENCES systems(id) ON UPDATE CASCADE ON DELETE CASCADE`);
  });
});
