import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { productVersion } from '#model/navigation/routes.ts';

const root = join(import.meta.dirname, '../..');
const sections = ['New Features', 'Improvements', 'Bugfixes'];

/**
 * What the changelog screen will read: each version's heading, summary and lists. Throws where a part cannot
 * be read so.
 */
function readChangelog(text: string) {
  const [, ...parts] = text.split(/^## /m);
  return parts.map((part) => {
    const [head = '', ...rest] = part.split('\n');
    const [, version, date] = /^(\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d)$/.exec(head) ?? [];
    if (version === undefined || date === undefined) throw new Error(`'${head}' is no version with its date`);
    const [summary = '', ...lists] = rest.join('\n').split(/^### /m);
    if (summary.trim() === '') throw new Error(`${version} has no summary`);
    const titles = lists.map((list) => list.split('\n')[0] ?? '');
    if (titles.some((title, index) => !sections.slice(index).includes(title)))
      throw new Error(`${version} has ${titles.join(', ')}`);
    for (const list of lists) if (!/\n- /.test(list)) throw new Error(`A list of ${version} is empty`);
    return { version, date };
  });
}

describe('the changelog (NAV-7)', () => {
  const versions = readChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));

  test('begins with the version that the product has', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect([versions[0]?.version, productVersion]).toEqual([version, version]);
  });

  test('has the newest first', () => {
    const dates = versions.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  test.each([
    ['## 1.0 – 2026-01-01\n\nA.\n', /no version/],
    ['## 1.0.0 – 2026-01-01\n\n### Bugfixes\n\n- A\n', /no summary/],
    ['## 1.0.0 – 2026-01-01\n\nA.\n\n### News\n\n- A\n', /has News/],
    ['## 1.0.0 – 2026-01-01\n\nA.\n\n### Bugfixes\n\nA\n', /empty/],
  ])('%j is refused', (text, reason) => {
    expect(() => readChangelog(text)).toThrow(reason);
  });
});
