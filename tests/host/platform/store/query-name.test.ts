import { describe, expect, test } from 'vitest';
import { queryNames } from '../../../../host/platform/store/query-name.ts';

describe('what a statement is called among the metrics (MET-1)', () => {
  test.each([
    ['select * from contacts where ts > $1', 'select contacts'],
    ['  SELECT "id" FROM "receivers"', 'select receivers'],
    ['/* prepared */select 1 from "memberships"', 'select memberships'],
    ['insert into "alarms" ("id") values ($1)', 'insert alarms'],
    ['update only receiver_reports set status = 4', 'update receiver_reports'],
    ['delete from contacts_20260501 where true', 'delete contacts'],
    ["select name from jobs.job where state = 'failed'", 'select job'],
    ['with newest as (select 1 from alarms) select * from newest', 'with alarms'],
    ['select 1', 'select'],
    ['begin', 'begin'],
    ['explain analyze select 1 from contacts', 'other'],
    ['', 'other'],
  ])('%s', (text, name) => {
    const nameOf = queryNames();
    expect([nameOf(text), nameOf(text)]).toEqual([name, name]);
  });

  test('however many texts and tables there are, the names have an end', () => {
    const nameOf = queryNames(10);
    const letters = (at: number) => String(at).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
    const names = new Set(Array.from({ length: 5_000 }, (_, at) => nameOf(`select ${at} from t${letters(at)}`)));
    expect(names.size).toBe(101);
    expect(names).toContain('select other');
  });
});
