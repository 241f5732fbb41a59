import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { prepared } from '../../../../host/platform/store/prepared.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

test('a statement that is marked is kept by its connection, once for all values; any other is not', async () => {
  const database = await withTestDatabase('embedded');
  try {
    await database.db.connection().execute(async (db) => {
      const answers = [];
      for (const number of [1, 2, 3]) {
        const { rows } = await sql<{ twice: number }>`${prepared} select 2 * ${number}::integer as twice`.execute(db);
        await sql`select 3 * ${number}::integer as thrice`.execute(db);
        answers.push(rows[0]?.twice);
      }
      expect(answers).toEqual([2, 4, 6]);
      const kept = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
      expect(kept.rows).toEqual([{ statement: '/* prepared */ select 2 * $1::integer as twice' }]);
    });
  } finally {
    await database.close();
  }
});
