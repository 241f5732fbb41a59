import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readChangelog } from '#model/changelog/read-changelog.ts';
import { productVersion } from '#model/navigation/routes.ts';

const root = join(import.meta.dirname, '../..');

describe('the changelog (NAV-7, NAV-29)', () => {
  const read = readChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  const entries = read.ok ? read.value : [];

  test('can be read, and begins with the version that the product has', () => {
    expect(read).toMatchObject({ ok: true });
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect([entries[0]?.version, productVersion]).toEqual([version, version]);
  });

  test('has the newest first', () => {
    const dates = entries.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  test('is read as sentences: what stands on several lines is one, and nothing of its marks is left', () => {
    for (const { summary, newFeatures, improvements, bugfixes } of entries)
      for (const text of [summary, ...newFeatures, ...improvements, ...bugfixes]) expect(text).toMatch(/^[^`\n]{10,}[.:)]$/);
    expect(
      readChangelog(
        'Words.\n\n## 1.2.0 – 2026-02-01\n\nMuch\nis `new`.\n\n### New Features\n\n- One\n  more.\n- Another - and so on.\n\n### Bugfixes\n\n- None.\n\n## 1.1.0 – 2026-01-01\n\nA.\n',
      ),
    ).toEqual({
      ok: true,
      value: [
        {
          version: '1.2.0',
          date: '2026-02-01',
          summary: 'Much is new.',
          newFeatures: ['One more.', 'Another - and so on.'],
          improvements: [],
          bugfixes: ['None.'],
        },
        { version: '1.1.0', date: '2026-01-01', summary: 'A.', newFeatures: [], improvements: [], bugfixes: [] },
      ],
    });
  });

  test.each([
    ['## 1.0 – 2026-01-01\n\nA.\n', /no version/],
    ['## 1.0.0 – 2026-01-01\n\n### Bugfixes\n\n- A\n', /no summary/],
    ['## 1.0.0 – 2026-01-01\n\nA.\n\n### News\n\n- A\n', /has News/],
    ['## 1.0.0 – 2026-01-01\n\nA.\n\n### Bugfixes\n\n- A\n\n### Improvements\n\n- A\n', /has Improvements/],
    ['## 1.0.0 – 2026-01-01\n\nA.\n\n### Bugfixes\n\nA\n', /empty/],
  ])('%j is refused', (text, reason) => {
    expect(readChangelog(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) as string });
  });
});
