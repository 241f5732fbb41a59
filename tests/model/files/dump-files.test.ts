import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DumpFile } from '#model/entities/dump-file.ts';
import { deletionText, dumpAddress, dumpColumns, goneText, shownFiles } from '#model/files/dump-columns.ts';
import {
  downloadedText,
  dumpExtrasText,
  dumpFileName,
  dumpFilters,
  type DumpForm,
  dumpNameRule,
  dumpOrder,
  dumpProblems,
  dumpReceiversText,
  dumpStatus,
  dumpStatusText,
  estimateText,
  newDumpForm,
  newDumpName,
  packedName,
  quotaLevel,
  quotaNote,
  quotaText,
  sizeText,
  whyNoRoom,
  whyNotDownloaded,
} from '#model/files/dump-files.ts';
import { tablePage } from '#model/tables/table-rows.ts';
import { deletedFile as deleted, failedFile as failed, madeFile, readyFile } from '../../support/screen-facts/dump-files.ts';

const GB = 1_024 ** 3;
const limitBytes = 2 * GB;
const quotaOf = (share: number) => ({ usedBytes: Math.ceil(limitBytes * share), limitBytes });
const times = {
  stamp: (ts: number) => new Date(ts).toISOString().slice(0, 19).replace('T', ' '),
  // The clocks change between the two times.
  zone: (ts: number) => (ts < 1_778_500_000_000 ? 'CET' : 'CEST'),
};

test.each([
  ['May', 'CSV', 'May.csv'],
  ['May.csv', 'CSV', 'May.csv'],
  ['May.CSV', 'CSV', 'May.CSV'],
  [' May ', 'CSV', 'May.csv'],
  [' May.csv ', 'CSV', 'May.csv'],
  ['Maycsv', 'CSV', 'Maycsv.csv'],
  ['May.csv', 'OrionTool', 'May.csv.txt'],
  ['a.b', 'OrionTool', 'a.b.txt'],
] as const)('%s as %s is called %s: the extension comes from the type', (name, type, whole) => {
  expect(dumpFileName(name, type)).toBe(whole);
  expect(packedName({ name: whole })).toBe(`${whole}.gz`);
});

test.each<[DumpFile, string, string]>([
  [readyFile, 'ready', 'Ready'],
  [{ ...readyFile, available: false }, 'ready', 'On another host'],
  [madeFile, 'processing', 'Processing, 40 %'],
  [{ ...madeFile, progress: null }, 'processing', 'Processing'],
  [{ ...madeFile, progress: 99.9 }, 'processing', 'Processing, 99 %'],
  [failed, 'failed', 'Failed'],
  [deleted, 'deleted', 'Deleted'],
  [{ ...failed, deletedTime: 1 }, 'deleted', 'Deleted'],
])('%j is %s: %s (FILE-3)', (file, status, text) => {
  expect(dumpStatus(file)).toBe(status);
  expect(dumpStatusText(file)).toBe(text);
});

test('what lies on another host says where it can be had', () => {
  expect(whyNotDownloaded(readyFile)).toBeNull();
  const words = 'The file is on another host. Open that console, or create the file again.';
  expect(whyNotDownloaded({ available: false })).toBe(words);
});

test.each<[number | null, string]>([
  [null, '–'],
  [0, '0 bytes'],
  [1_023, '1023 bytes'],
  [1_024, '1 KB'],
  [1_536, '1.5 KB'],
  [10 * 1_024, '10 KB'],
  [1_024 ** 2 - 1, '1 MB'],
  [1_500_000, '1.4 MB'],
  [2 * GB, '2 GB'],
  [5_000 * GB, '4.9 TB'],
])('%s bytes are written as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

describe('the quota (FILE-11)', () => {
  test.each([
    [0, 'fine', null],
    [0.799, 'fine', null],
    [0.8, 'warning', 'Nearly full: delete files that are no longer needed.'],
    [0.999, 'warning', 'Nearly full: delete files that are no longer needed.'],
    [1, 'full', 'Storage is full. Delete files to create another.'],
    [1.2, 'full', 'Storage is full. Delete files to create another.'],
  ] as const)('of which %s is used is %s', (share, level, note) => {
    expect(quotaLevel(quotaOf(share))).toBe(level);
    expect(quotaNote(quotaOf(share))).toBe(note);
  });

  test.each([1_500_000, 1_620_000, 10 * 1_024 + 700, 999, 1_024 ** 2 - 1, 1.96 * GB])(
    'of one file of %d bytes is what the table says of that file (FILE-13)',
    (bytes) => {
      expect(quotaText({ usedBytes: bytes, limitBytes: 3 * GB })).toBe(`${sizeText(bytes)} of 3 GB used`);
    },
  );

  const tooLarge = /^Needs about 1 GB; 1 GB left\. Narrow the selection or delete files\.$/;
  test('says what is used of what', () => {
    expect(quotaText(quotaOf(0.8))).toBe('1.6 GB of 2 GB used');
    expect(quotaText(quotaOf(0.995)), 'not all, while there is room').toBe('1.9 GB of 2 GB used');
    expect(quotaText(quotaOf(1))).toBe('2 GB of 2 GB used');
  });

  test.each([
    ['nothing is known', null, null, null],
    ['there is room', quotaOf(0.5), { rows: 9, bytes: GB, quota: quotaOf(0.5) }, null],
    ['there is not enough', quotaOf(0.5), { rows: 9, bytes: GB + 1, quota: quotaOf(0.5) }, tooLarge],
    ['it is full', quotaOf(1), null, /^Storage is full/],
    ['the estimate knows newer', quotaOf(0.5), { rows: 9, bytes: 1, quota: quotaOf(1) }, /^Storage is full/],
    ['the estimate knows of room', quotaOf(1), { rows: 9, bytes: 1, quota: quotaOf(0.5) }, null],
  ])('where %s', (_, quota, estimate, text) => {
    const why = whyNoRoom(quota, estimate);
    if (text === null) expect(why).toBeNull();
    else expect(why).toMatch(text);
  });
});

test.each([
  [0, 0, 'No contacts in this range'],
  [1, 300, 'About 1 contact, 300 bytes compressed'],
  [12_345, 1_500_000, 'About 12,345 contacts, 1.4 MB compressed'],
])('%i contacts of %i bytes are estimated as: %s', (rows, bytes, text) => {
  expect(estimateText({ rows, bytes, quota: quotaOf(0) })).toBe(text);
});

describe('the form', () => {
  const form: DumpForm = { ...newDumpForm(1_780_000_000_123), name: 'May 2026' };

  test('begins with the last 14 days of all receivers', () => {
    const to = 1_780_000_000_000;
    const first = { name: '', fileType: 'CSV', from: to - 14 * 86_400_000, to, rxIds: null, columns: [] };
    expect(newDumpForm(to + 123)).toEqual(first);
  });

  test.each<[string, string[], Partial<DumpForm>, string]>([
    ['Sample River', [], {}, 'Sample River 2026-05-14 to 2026-05-28'],
    ['Sample River', [], { from: form.to }, 'Sample River 2026-05-28'],
    ['Sample River', [], { from: null }, 'Sample River 2026-05-28'],
    ['Sample River', [], { from: null, to: null }, 'Sample River'],
    ['Żółw / São  (north)', [], { from: form.to }, 'Zo w Sao north 2026-05-28'],
    ['川', [], { from: form.to }, 'Contacts 2026-05-28'],
    ['A', ['a 2026-05-28.CSV'], { from: form.to }, 'A 2026-05-28 2'],
    ['A', ['A 2026-05-28.csv', 'A 2026-05-28 2.csv'], { from: form.to }, 'A 2026-05-28 3'],
    ['A', ['A 2026-05-28.csv'], { from: form.to, fileType: 'OrionTool' }, 'A 2026-05-28'],
  ])('of %s, where there are %j, with %j has the name %s (FILE-15)', (system, taken, part, name) => {
    expect(newDumpName({ ...form, ...part }, { system, taken, times })).toBe(name);
    expect(dumpProblems({ ...form, name }), 'it may be sent').toEqual({});
  });

  test('has a name that may be sent, whatever the system is called (FILE-15)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (system) => {
        expect(dumpProblems({ ...form, name: newDumpName(form, { system, taken: [], times }) })).toEqual({});
      }),
    );
  });

  test('asks for more columns of a CSV alone, in their order (FILE-14)', () => {
    expect(dumpOrder({ ...form, columns: ['place', 'utc'] })?.columns).toEqual(['utc', 'place']);
    expect(dumpOrder({ ...form, columns: ['utc'], fileType: 'OrionTool' })?.columns).toEqual([]);
    expect(dumpExtrasText({ columns: [] })).toBe('None');
    expect(dumpExtrasText({ columns: ['utc', 'place'] })).toBe('UTC time (ISO 8601), Site and place at that time');
  });

  test.each<[Partial<DumpForm>, Record<string, string>]>([
    [{}, {}],
    [{ name: ' a_B-1.2 ' }, {}],
    [{ name: '  ' }, { name: 'Give the file a name' }],
    [{ name: 'a/b' }, { name: dumpNameRule }],
    [{ name: 'über' }, { name: dumpNameRule }],
    [{ name: 'x'.repeat(200) }, {}],
    [{ name: 'x'.repeat(201) }, { name: 'A name has at most 200 characters' }],
    [{ from: null }, { from: 'Choose a start' }],
    [{ to: null }, { to: 'Choose an end' }],
    [{ from: 5, to: 4 }, { to: 'The end is before the start' }],
    [{ from: 5, to: 5 }, {}],
    [{ rxIds: [] }, { rxIds: 'Choose at least one receiver' }],
    [{ rxIds: [3] }, {}],
  ])('with %j finds %j', (part, problems) => {
    expect(dumpProblems({ ...form, ...part })).toEqual(problems);
    expect(dumpOrder({ ...form, ...part }) === null, 'what has a problem is not sent').toBe(Object.keys(problems).length > 0);
  });

  test('asks for what it says, without the spaces around the name', () => {
    const filters = { dateRange: [form.from, form.to], rxIds: [1, 2] };
    const order = dumpOrder({ ...form, name: ' May ', fileType: 'OrionTool', rxIds: [1, 2] });
    expect(order).toEqual({ fileName: 'May', fileType: 'OrionTool', filters, columns: [] });
  });

  test('is estimated before it has a name, and not while its range is none', () => {
    expect(dumpFilters({ ...form, name: '' })).toEqual({ dateRange: [form.from, form.to], rxIds: null });
    for (const part of [{ from: null }, { to: null }, { from: 5, to: 4 }, { rxIds: [] }])
      expect(dumpFilters({ ...form, ...part })).toBeNull();
  });
});

test.each([
  [null, 'All'],
  [[4], '1 receiver'],
  [[4, 5], '2 receivers'],
])('%j are named %s', (rxIds, text) => {
  expect(dumpReceiversText({ filters: { dateRange: [1, 2], rxIds } })).toBe(text);
});

test.each([
  [0, 2_048, '0 bytes of 2 KB'],
  [1_500_000, null, '1.4 MB'],
])('%i of %s bytes are told as %s', (received, size, text) => {
  expect(downloadedText(received, size)).toBe(text);
});

describe('the table', () => {
  const columns = dumpColumns(times);
  const texts = (file: DumpFile) => columns.map((column) => column.text(file));

  test('says what each file is, an unknown person as Unknown', () => {
    expect(texts(readyFile)).toEqual([
      'May.csv',
      'CSV',
      '2026-05-05 16:53:20 CET – 2026-05-17 06:40:00 CEST',
      'All',
      '1.4 MB',
      '2026-05-28 20:26:40 CEST Ada Lovelace',
      'Ready',
    ]);
    const filters: DumpFile['filters'] = { dateRange: [1_778_600_000_000, 1_779_000_000_000], rxIds: null };
    expect(texts({ ...readyFile, filters })[2], 'one zone is written once').toBe(
      '2026-05-12 15:33:20 – 2026-05-17 06:40:00 CEST',
    );
    expect(texts({ ...madeFile, createdBy: '' })[5]).toBe('2026-05-28 20:26:40 CEST Unknown');
    expect(deletionText(deleted, times)).toBe('2026-06-03 15:20:00 CEST by Bo Diaz');
    expect(deletionText({ ...deleted, deletedBy: null }, times)).toMatch(/by Unknown$/);
    expect([deletionText(readyFile, times), goneText(readyFile, times)]).toEqual([null, null]);
    const gone = 'Deleted 2026-06-03 15:20:00 CEST by Bo Diaz. Create the file again to download its contacts.';
    expect(goneText(deleted, times), 'FILE-16').toBe(gone);
  });

  const older = { ...readyFile, id: 3, date: 1, name: 'April.csv', size: 10 };
  test.each([
    ['', [7, 3]],
    ['?deleted=1', [7, 8, 3]],
    ['?sort=name', [3, 7]],
    ['?sort=size', [3, 7]],
    ['?search=april', [3]],
    ['?sort=status&deleted=1', [3, 7, 8]],
  ])('by %j shows %j: newest first, and deleted ones only where they are wanted', (search, ids) => {
    const { state, refused } = dumpAddress.read(search);
    const { rows } = tablePage(shownFiles([older, readyFile, deleted], state), columns, state);
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(refused).toEqual([]);
    expect(dumpAddress.write(state), 'it is written as it was read').toBe(search);
  });

  test('has pages of 5, 10 and 25', () => {
    expect(['', '?size=25'].map((search) => dumpAddress.read(search).state.size)).toEqual([5, 25]);
    for (const search of ['?size=15', '?deleted=yes', '?open=May']) expect(dumpAddress.read(search).refused).toHaveLength(1);
    const { state } = dumpAddress.read('?deleted=1&size=10&sort=-name&page=2');
    expect(dumpAddress.read(dumpAddress.write(state)).state).toEqual(state);
    expect(dumpAddress.read('?open=7').state.opened, 'a link to one file (FILE-16)').toBe(7);
    expect(dumpAddress.write(dumpAddress.read('?open=7').state)).toBe('?open=7');
  });
});
