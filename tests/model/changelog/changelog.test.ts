import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeParts, readChangelog, unseenVersions } from '#model/changelog/changelog.ts';
import { productVersion } from '#model/navigation/routes.ts';

const root = join(import.meta.dirname, '../../..');

describe('the changelog (NAV-7, NAV-30)', () => {
  const versions = readChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));

  test('begins with the version that the product has', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect([versions[0]?.version, productVersion]).toEqual([version, version]);
  });

  test('has the newest first', () => {
    const dates = versions.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  test('is read with its summary and lists', () => {
    const text =
      '# C\n\n## 1.2.0 – 2026-01-02\n\nA\nsummary.\n\n### New Features\n\n- One\n  goes on.\n- Two `npm start`.\n\n### Bugfixes\n\n- Three\n';
    expect(readChangelog(text)).toEqual([
      {
        version: '1.2.0',
        date: '2026-01-02',
        summary: 'A summary.',
        sections: [
          { title: 'New Features', items: ['One goes on.', 'Two `npm start`.'] },
          { title: 'Bugfixes', items: ['Three'] },
        ],
      },
    ]);
    expect(codeParts('Two `npm start`.')).toEqual([
      { text: 'Two ', isCode: false },
      { text: 'npm start', isCode: true },
      { text: '.', isCode: false },
    ]);
  });

  test.each([
    ['## 1.0 – 2026-01-01\n\nA.\n', /no version/],
    ['## 1.0.0 – 2026-01-01\n\n### Bugfixes\n\n- A\n', /no summary/],
    ['## 1.0.0 – 2026-01-01\n\nA.\n\n### News\n\n- A\n', /has News/],
    ['## 1.0.0 – 2026-01-01\n\nA.\n\n### Bugfixes\n\n- A\n\n### Improvements\n\n- B\n', /has Bugfixes, Improvements/],
    ['## 1.0.0 – 2026-01-01\n\nA.\n\n### Bugfixes\n\nA\n', /empty/],
  ])('%j is refused', (text, reason) => {
    expect(() => readChangelog(text)).toThrow(reason);
  });

  const three = ['1.2.0', '1.1.0', '1.0.0'].map((version) => ({ version, date: '2026-01-01', summary: 'A', sections: [] }));
  test.each<[string | null, string[]]>([
    [null, []],
    ['1.2.0', []],
    ['1.0.0', ['1.2.0', '1.1.0']],
    ['0.9.0', ['1.2.0', '1.1.0', '1.0.0']],
  ])('who saw %j has not seen %j', (seen, expected) => {
    expect(unseenVersions(three, seen)).toEqual(expected);
  });
});
