import { pino } from 'pino';
import { expect, test } from 'vitest';
import { connectDatabase } from '../../../../host/platform/store/database.ts';
import { migratedBefore } from '../../../support/migrated-before.ts';
import { engines, withEmptyDatabase } from '../../../support/test-database.ts';

test.each(engines)('files and people of before keep their usual CSV, on the %s engine (FILE-14, FILE-17)', async (engine) => {
  const { url, drop } = await withEmptyDatabase(engine);
  const before = await migratedBefore(url, '0084-file-columns');
  await before.query(`
    set console.writing = 'on';
    insert into systems (id, common_name) values ('lab', 'Lab');
    insert into users (username, email, first_name, last_name, password_hash) values ('ada', 'ada@example.org', 'Ada', 'L', 'x');
    insert into data_files (system_id, name, file_type, from_ms, to_ms, place, expected_rows, reserved_bytes)
      values ('lab', 'May.csv', 'CSV', 0, 1, 'lab/one.gz', 1, 1);`);
  await before.end();
  const opened = await connectDatabase(url, pino({ level: 'silent' }));
  const { rows: files } = await opened.pool.query('select name, columns from data_files');
  expect(files).toEqual([{ name: 'May.csv', columns: [] }]);
  const { rows: people } = await opened.pool.query('select username, excel_csv from users');
  expect(people).toEqual([{ username: 'ada', excel_csv: false }]);
  await opened.close();
  await drop();
});
