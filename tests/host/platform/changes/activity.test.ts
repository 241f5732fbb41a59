import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ActivityFilter, activityQuery, readActivity, readPeople } from '../../../../host/platform/changes/activity.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { engines, withTestDatabase } from '../../../support/test-database.ts';
import { planted } from '../../../support/planted.ts';
import { addSystem } from '../../../support/test-host.ts';

const count = 100_000;
const start = Date.UTC(2026, 0, 1);
/**
 * A change each second, by persons 1 to 50 and every hundredth by the host, of receivers 1 to 200, and every
 * thousandth also of a site.
 */
const atOf = (revision: number) => start + revision * 1_000;
const byOf = (revision: number) => (revision % 100 === 0 ? null : (revision % 50) + 1);
const rxOf = (revision: number) => (revision % 200) + 1;

type Explained = { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[];

/** Returns how many pages of 8 KiB a statement touched. */
function blocksOf(explained: Explained | undefined): number {
  const plan = explained?.[0]?.Plan;
  if (plan === undefined) throw new Error('The statement was not explained');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

describe.each(engines)('Activity of 100,000 changes on the %s engine', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await withTestDatabase(engine);
    await addSystem({ database }, 'river');
    await addSystem({ database }, 'lake');
    await database.pool.query(
      `insert into changes (system_id, revision, at, user_id, user_name, through, operation, undoes, items, item_count, bytes)
        select system_id, n, to_timestamp($2::float8 / 1000 + n), case when n % 100 = 0 then null else n % 50 + 1 end,
          case when n % 100 = 0 then null else 'person ' || n % 50 + 1 end, 'console', 'operation-' || n, null,
          jsonb_build_array(jsonb_build_object('kind', 'receiver.recoloured', 'id', n % 200 + 1, 'name', 'R',
            'before', jsonb_build_object('color', '#000000'), 'after', jsonb_build_object('color', '#ffffff'))), 1, 120
        from generate_series(1, $1::int) as n, unnest(array['river', 'lake']) as system_id`,
      [count, start],
    );
    await database.pool.query(
      `insert into change_entities (system_id, entity, entity_id, revision, user_id)
        select system_id, 'receiver', (revision % 200 + 1)::int, revision, user_id from changes
        union all select system_id, 'site', 7, revision, user_id from changes where revision % 1000 = 1`,
    );
    await planted(database).updateTable('system_revisions').set({ revision: count }).execute();
    await database.pool.query('analyze changes, change_entities');
  });
  afterAll(() => database.close());

  const filters: [what: string, filter: Omit<ActivityFilter, 'limit'>, isMeant: (revision: number) => boolean][] = [
    ['everything', {}, () => true],
    ['an older page', { before: 500 }, (n) => n < 500],
    ['a person', { by: 3 }, (n) => byOf(n) === 3],
    ['the host', { by: 0 }, (n) => byOf(n) === null],
    ['somebody who did nothing', { by: 999 }, () => false],
    ['a thing', { entity: 'receiver', id: 9 }, (n) => rxOf(n) === 9],
    ['a sort of things', { entity: 'site' }, (n) => n % 1_000 === 1],
    ['a thing by a person', { entity: 'receiver', id: 9, by: 9 }, (n) => rxOf(n) === 9 && byOf(n) === 9],
    ['a sort of things by a person', { entity: 'site', by: 2 }, (n) => n % 1_000 === 1 && byOf(n) === 2],
    ['a time', { from: atOf(300), to: atOf(320) }, (n) => n >= 300 && n <= 320],
    ['since a time', { from: atOf(count - 10) }, (n) => n >= count - 10],
    ['until a time', { to: atOf(40) - 1 }, (n) => n < 40],
    ['a person in a time', { by: 5, from: atOf(1_000), to: atOf(2_000) }, (n) => byOf(n) === 5 && n >= 1_000 && n <= 2_000],
    ['a thing in a time', { entity: 'receiver', id: 9, to: atOf(5_000) }, (n) => rxOf(n) === 9 && n <= 5_000],
    ['a time in which nothing was', { from: atOf(count) + 1 }, () => false],
  ];

  test.each(filters)(
    '%s: the newest 50, whether there are more, and no table read through (CHG-21)',
    async (_, filter, isMeant) => {
      const meant = Array.from({ length: count }, (__, i) => count - i).filter((revision) => isMeant(revision));
      const { changes, more } = await readActivity(database.db, 'river', { ...filter, limit: 50 });
      expect(changes.map(({ revision }) => revision)).toEqual(meant.slice(0, 50));
      expect(more).toBe(meant.length > 50);
      const { sql, parameters } = activityQuery('river', { ...filter, limit: 50 }).compile(database.db);
      const { rows } = await database.pool.query<{ 'QUERY PLAN': Explained }>(`explain (analyze, buffers, format json) ${sql}`, [
        ...parameters,
      ]);
      const plan = JSON.stringify(rows);
      expect(plan).not.toContain('Seq Scan');
      // Reading a whole index would be no better: it should only touch a page's worth.
      expect(blocksOf(rows[0]?.['QUERY PLAN'])).toBeLessThan(1_000);
    },
  );

  test('everybody who ever changed something is named, without reading all that they did', async () => {
    expect(await readPeople(database.db, 'river')).toEqual(
      Array.from({ length: 50 }, (_, i) => ({ id: i + 1, name: `person ${i + 1}` })),
    );
    expect(await readPeople(database.db, 'nowhere')).toEqual([]);
  });
});
