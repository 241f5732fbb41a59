import * as v from 'valibot';
import { expect, test } from 'vitest';
import { detectionAddress, placeOfTab } from '#model/detection/detection-address.ts';
import {
  chunksText,
  isRestoredLast,
  restoredText,
  elapsedText,
  followedStatus,
  isBeyond,
  isChanging,
  type JobPage,
  jobsInterrupted,
  knownJob,
  outcomeText,
  runningJob,
} from '#model/detection/reprocess-jobs.ts';
import { summaryColumns, summaryFileOf, summaryRows, unlistedText } from '#model/detection/reprocess-summary.ts';
import { reprocessJobSchema } from '#model/entities/detection-config.ts';
import { tableCsv } from '#model/tables/table-file.ts';
import { sampleJob } from '../../support/reprocess-samples.ts';

/** DET-20, DET-21. */

const done = { ...sampleJob, jobId: 'two', status: 'completed' } as const;
const list = (part: Partial<JobPage>): JobPage => {
  return { jobs: [], running: [], orphaned: [], page: 1, pages: 1, total: 0, hasRunning: false, ...part };
};

test.each([
  ['completed', 'completed'],
  ['paused', 'failed'],
  ['', 'failed'],
])('a status %j of the host is %s', (status, shown) => {
  expect(v.parse(reprocessJobSchema, { ...sampleJob, status }).status).toBe(shown);
});

test.each<[string, Partial<JobPage>, string | undefined, boolean]>([
  ['nothing', {}, undefined, false],
  ['what is over', { jobs: [done] }, undefined, false],
  ['a job that runs', { jobs: [done, sampleJob], hasRunning: true }, 'one', true],
  ['one that runs on another page', { jobs: [done], running: [sampleJob], hasRunning: true }, 'one', true],
  ['one that no host is at', { jobs: [sampleJob], orphaned: [sampleJob] }, undefined, true],
  ['one on another page that no host is at', { running: [sampleJob], orphaned: [sampleJob] }, undefined, true],
])('a list of %s', (_, part, runs, changes) => {
  expect(runningJob(list(part))?.jobId).toBe(runs);
  expect(isChanging(list(part))).toBe(changes);
});

test.each([
  [1, 0, false],
  [1, 3, false],
  [3, 3, false],
  [4, 3, true],
  [2, 0, true],
])('page %d of %d is beyond the last: %s', (page, pages, beyond) => expect(isBeyond(list({ page, pages }))).toBe(beyond));

const newer = { ...sampleJob, blocksProcessed: 4 };
const finished = { ...sampleJob, status: 'completed' } as const;
const followed = { jobId: 'one', job: newer, isCancelled: false, isLost: false };
test.each([
  ['as listed', sampleJob, null, [], sampleJob, 'running'],
  ['as followed', sampleJob, followed, [], newer, 'running'],
  ['completed before the list says so', sampleJob, { ...followed, job: finished }, [], finished, 'completed'],
  ['cancelled at once', sampleJob, { ...followed, isCancelled: true }, [], newer, 'cancelled'],
  ['failed where the host has no such job', sampleJob, { ...followed, isLost: true }, [], newer, 'failed'],
  ['followed, of which nothing is known yet', sampleJob, { ...followed, job: null }, [], sampleJob, 'running'],
  ['another than the one that is followed', sampleJob, { ...followed, jobId: 'two' }, [], sampleJob, 'running'],
  ['interrupted', sampleJob, null, [sampleJob], sampleJob, 'interrupted'],
  ['over, whatever was followed of it', { ...done, jobId: 'one' }, followed, [], { ...done, jobId: 'one' }, 'completed'],
] as const)('a job is shown %s', (_, listed, known, orphaned, job, status) => {
  expect(knownJob(listed, { followed: known, orphaned })).toEqual({ job, status });
});

test('a job of which nothing is known yet runs, unless it is cancelled', () => {
  const unknown = { job: null, isCancelled: false, isLost: false };
  expect(followedStatus(unknown)).toBe('running');
  expect(followedStatus({ ...unknown, isCancelled: true })).toBe('cancelled');
});

test('of the interrupted jobs one that was just cancelled is not listed', () => {
  const orphaned = [sampleJob, done];
  expect(jobsInterrupted(orphaned, null)).toEqual(orphaned);
  expect(jobsInterrupted(orphaned, followed)).toEqual(orphaned);
  expect(jobsInterrupted(orphaned, { ...followed, isCancelled: true })).toEqual([done]);
});

test.each([
  [0, '0 s'],
  [45.9, '45 s'],
  [192, '3 min 12 s'],
  [7_500, '2 h 5 min'],
])('%d seconds are written %j', (seconds, text) => expect(elapsedText(seconds)).toBe(text));

test('how far a job is, and what it did, in words', () => {
  expect(chunksText(sampleJob)).toBe('2 of 5 chunks');
  expect(chunksText({ blocksProcessed: 0, totalBlocks: 1 })).toBe('0 of 1 chunk');
  expect(outcomeText(sampleJob)).toBeNull();
  expect(outcomeText({ added: 12_000, removed: 0, kept: 4 })).toBe('12,000 added, 0 removed, 4 kept');
});

const summary = {
  rows: [
    { transmitterId: 1, receiverId: 2, added: 3, removed: 0, kept: 12_000 },
    { transmitterId: 9, receiverId: 8, added: 0, removed: 1, kept: 0 },
  ],
  totalRows: 2,
};
const names = {
  transmitter: (id: number) => (id === 1 ? 'TX-1, "A"' : undefined),
  receiver: (id: number) => (id === 2 ? 'Crest' : undefined),
};

test('a summary names what it is of, by number where that is gone, and is written as a CSV', () => {
  const rows = summaryRows(summary, names);
  expect(rows.map(({ transmitter, receiver }) => [transmitter, receiver])).toEqual([
    ['TX-1, "A"', 'Crest'],
    ['Transmitter 9', 'Receiver 8'],
  ]);
  const state = { search: '', sort: { by: 'added', direction: 'descending' } } as const;
  expect(tableCsv(rows, summaryColumns, state).split('\r\n').slice(0, 3)).toEqual([
    'Transmitter,Receiver,Added,Removed,Kept,Changed',
    '"TX-1, ""A""",Crest,3,0,12000,3',
    'Transmitter 9,Receiver 8,0,1,0,1',
  ]);
  expect(summaryColumns.map(({ alone, text }) => rows.map(alone ?? text)[0]).slice(2)).toEqual([
    '3 added',
    '0 removed',
    '12,000 kept',
    '3 changed',
  ]);
});

test('a summary and its file say where they do not list all', () => {
  expect(summaryFileOf(summary)).toBe('reprocessing summary');
  expect(summaryFileOf({ ...summary, totalRows: 12_345 })).toBe('reprocessing summary, 2 of 12,345 pairs');
  expect(unlistedText(summary)).toBeNull();
  expect(unlistedText({ ...summary, totalRows: 12_345 })).toBe('Showing the 2 most changed of 12,345 pairs');
});

test.each([
  ['?tab=reprocessing&status=failed&page=2', { ...placeOfTab('reprocessing'), status: 'failed', page: 2 }],
  [
    '?tab=reprocessing&start=2026-05-01T12%3A00%3A00.000Z&end=2026-05-02T00%3A00%3A00.000Z',
    { ...placeOfTab('reprocessing'), start: Date.UTC(2026, 4, 1, 12), end: Date.UTC(2026, 4, 2) },
  ],
  ['?tab=reprocessing', placeOfTab('reprocessing')],
  ['', placeOfTab('algorithm')],
] as const)('the address %j is read and written', (search, place) => {
  expect(detectionAddress.read(search)).toEqual({ state: place, refused: [] });
  expect(detectionAddress.write(place)).toBe(search);
});

test('a status that is none is left out, and said; the first tab has no jobs', () => {
  const { state, refused } = detectionAddress.read('?tab=reprocessing&status=lost&page=x&start=yesterday&end=9e99');
  expect([state, refused.length]).toEqual([placeOfTab('reprocessing'), 4]);
  expect(detectionAddress.write({ ...placeOfTab('algorithm'), status: 'failed', page: 2, start: 0 })).toBe('');
});

const completed = (jobId: string, restoredAt: number | null) => ({
  ...sampleJob,
  jobId,
  status: 'completed' as const,
  restoredAt,
});
test.each([
  ['the newest completed one', 1, [completed('one', 5), completed('two', null)], true],
  ['with one that failed since', 1, [{ ...sampleJob, status: 'failed' as const, jobId: 'two' }, completed('one', 5)], true],
  ['with one that was completed since', 1, [completed('two', null), completed('one', 5)], false],
  ['on a later page', 2, [completed('one', 5)], false],
  ['whose result was not restored', 1, [completed('one', null)], false],
])('of a job %s the settings in force are said, or not (DET-28)', (_, page, jobs, isSaid) => {
  expect(isRestoredLast({ jobs, page }, { jobId: 'one' })).toBe(isSaid);
});

const hours = 'The hours of this job have the settings again that they had before it.';
test.each([
  [null, hours],
  [{ version: 3, from: null }, `${hours} Version 3 is in force for new hours.`],
  [{ version: 3, from: '11:00' }, `${hours} Version 3 will be in force from 11:00.`],
])('after a result was restored with %j current: %s (DET-28)', (current, text) => expect(restoredText(current)).toBe(text));
