import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeSampleStudy, sampleSeed } from '../../scripts/sample/sample-study.ts';

const folder = join(import.meta.dirname, '../../samples');
const fileOf = (name: string) => readFileSync(join(folder, name));
const made = makeSampleStudy(sampleSeed);

test('the sample is what its script makes, to the byte: run `npm run sample` where it is not', () => {
  // Not `toBe`: its message would show megabytes of text.
  expect(gunzipSync(fileOf('contacts.csv.gz')).equals(Buffer.from(made.contacts))).toBe(true);
  expect(gunzipSync(fileOf('volt-temp.csv.gz')).equals(Buffer.from(made.voltTemp))).toBe(true);
  expect(fileOf('sites.csv').toString()).toBe(made.sites);
});

test('another seed makes another study', () => {
  const other = makeSampleStudy(sampleSeed + 1);
  expect(other.contacts === made.contacts).toBe(false);
  expect(other.voltTemp === made.voltTemp).toBe(false);
});

test('it is small, and its README counts its rows', () => {
  const files = ['contacts.csv.gz', 'sites.csv', 'volt-temp.csv.gz', 'README.md'];
  expect(files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)).toBeLessThan(1_000_000);
  const rows = (text: string) => (text.trimEnd().split('\n').length - 1).toLocaleString('en-US');
  const readme = fileOf('README.md').toString();
  expect(readme).toContain(`| contacts.csv.gz | ${rows(made.contacts)} |`);
  expect(readme).toContain(`| volt-temp.csv.gz | ${rows(made.voltTemp)} |`);
  expect(readme).toContain(`| sites.csv | ${rows(made.sites)} |`);
});

test('it looks real: beacons and noise among animals, whole seconds that are shared, receivers that were away', () => {
  const rows = made.contacts
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','));
  const part = (is: (row: string[]) => boolean) => rows.filter(is).length / rows.length;
  expect(part((row) => row[6] === '995')).toBeGreaterThan(0.2);
  expect(part((row) => row[6] === '995' && row[4] === '1')).toBe(0);
  expect(new Set(rows.map((row) => row[6])).size).toBeGreaterThan(8);
  const seconds = rows.map((row) => `${row[3]} ${row[1]} ${row[2]}`);
  expect(new Set(seconds).size).toBeLessThan(seconds.length);
  const flaky = rows.filter((row) => row[3] === 'MID3' && row[1] === '05/10/25').map((row) => Number(row[2]));
  expect(Math.max(...flaky.slice(1).map((time, i) => time - (flaky[i] ?? time)))).toBeGreaterThan(60);
});
