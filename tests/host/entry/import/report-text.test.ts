import { describe, expect, test } from 'vitest';
import type { FileReport } from '../../../../host/entry/import/import-file.ts';
import { progressText, reportLines } from '../../../../host/entry/import/report-text.ts';
import type { ImportReport } from '../../../../host/entry/import/run-import.ts';

const file: FileReport = {
  file: 'a.csv',
  format: 'Lemhi CSV',
  read: 10,
  imported: 10,
  duplicate: 0,
  rejected: 0,
  reasons: new Map(),
  first: [],
  rejectedFile: null,
  broken: null,
  repeated: { first: 0, second: 0 },
};
const report: ImportReport = {
  created: false,
  owner: null,
  made: { receivers: [], sites: [], modems: [] },
  siteFaults: [],
  sitesLeftOut: new Map(),
  files: [file],
};
const numbered = (count: number, stem: string) => Array.from({ length: count }, (_, i) => `${stem}${i + 1}`);
test.each([
  [{ rows: 5_585, of: 117_975, part: 5_585 / 117_975 }, '… May.csv: 5,585 of 117,975 rows done (4 %)'],
  [{ rows: 600_000, of: null, part: 0.5 }, '… May.csv: 600,000 rows done (50 %)'],
])('of %j the progress says %s (IMP-12)', (done, text) => {
  expect(progressText('May.csv', done)).toBe(text);
});

const told = (but: Partial<ImportReport>) => reportLines({ ...report, ...but }, 'lemhi');
const counts = 'a.csv (Lemhi CSV): 10 read, 10 imported, 0 duplicate, 0 rejected';

describe('the report of an import', () => {
  test('names ten at most, and how many more there are', () => {
    const lines = told({
      made: { receivers: numbered(10, 'R'), sites: numbered(60, 'S'), modems: [] },
      sitesLeftOut: new Map([['they list no receivers', numbered(11, 'L')]]),
      siteFaults: numbered(1_012, 'fault '),
    });
    expect(lines).toEqual([
      ...numbered(10, 'fault '),
      '… and 1,002 more such rows in the sites file',
      'Sites created: S1, S2, S3, S4, S5, S6, S7, S8, S9, S10 and 50 more',
      'Sites left out because they list no receivers: L1, L2, L3, L4, L5, L6, L7, L8, L9, L10 and 1 more',
      'Receivers created: R1, R2, R3, R4, R5, R6, R7, R8, R9, R10',
      counts,
    ]);
  });

  test.each([
    ['demo', 'demo is its Owner. Add others with: npm run admin -- roles grant USER lemhi ROLE'],
    [null, 'Nobody has a role in it yet. Give one with: npm run admin -- roles grant USER lemhi owner'],
  ])('tells who sees a new system that %s owns', (owner, line) => {
    expect(told({ created: true, owner })).toEqual([
      'Created system lemhi. A running host shows it within seconds.',
      line,
      counts,
    ]);
  });

  test('tells how rows were read whose hour the clocks repeat', () => {
    expect(told({ files: [{ ...file, repeated: { first: 1_200, second: 34 } }] })).toEqual([
      counts,
      '  1,234 rows are in an hour that the clocks repeat: by their order, 1,200 read as the first pass, 34 as the second',
    ]);
  });

  test.each([
    [10, 5, []],
    [0, 0, []],
    [10, 6, ['', '!!! MORE THAN HALF OF THE ROWS WERE REJECTED: 6 of 10 in a.csv. The reasons are above.']],
    [1_000, 1_000, ['', '!!! ALL ROWS WERE REJECTED: 1,000 of 1,000 in a.csv. The reasons are above.']],
  ])('of %i rows %i rejected: what stands below everything', (read, rejected, last) => {
    const lines = told({ files: [{ ...file, read, rejected }, file] });
    expect(lines.slice(lines.indexOf(counts) + 1)).toEqual(last);
  });
});
