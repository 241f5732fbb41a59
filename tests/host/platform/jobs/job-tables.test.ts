import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getConstructionPlans } from 'pg-boss';

/** JOB-1: a version of the library with different tables is noticed before it meets old ones. */
test('the tables of the jobs are those that their library wants', () => {
  const made = readFileSync('host/platform/jobs/job-tables-43.sql', 'utf8');
  expect(statements(made)).toEqual(statements(getConstructionPlans('jobs')));
});

/** Leaves out what a migration does itself: the transaction and the schema. */
function statements(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(--|begin;|commit;|set local |create schema )/i.test(line));
}
