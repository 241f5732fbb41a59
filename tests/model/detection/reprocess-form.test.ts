import * as v from 'valibot';
import { expect, test } from 'vitest';
import { detectionCalls } from '#model/contract/detection-calls.ts';
import {
  advancedText,
  emptyForm,
  estimateFacts,
  hoursOfJob,
  minutesText,
  noHourText,
  rangePresets,
  renewedForm,
  reprocessOrder,
  reprocessProblems,
  type ReprocessForm,
  whyNotStarted,
  withFields,
  withPreset,
  begunForm,
} from '#model/detection/reprocess-form.ts';

/** DET-20. */

const now = Date.parse('2026-05-31T14:03:20.500Z');
const fit = withPreset(emptyForm, 'week', now);

test.each([
  ['twoDays', '2026-05-29T14:04:00.000Z'],
  ['week', '2026-05-24T14:04:00.000Z'],
  ['month', '2026-05-01T14:04:00.000Z'],
  ['quarter', '2026-03-02T14:04:00.000Z'],
  ['all', '2016-05-31T14:04:00.000Z'],
] as const)('the range %s begins at %s, and takes the whole minute of now', (preset, startDate) => {
  const form = withPreset({ ...emptyForm, chunkSize: '2' }, preset, now);
  expect(reprocessOrder(form)).toEqual({ startDate, endDate: '2026-05-31T14:04:00.000Z', chunkSize: 2, throttle: 5 });
  expect(form.preset).toBe(preset);
});

test('a preset takes the hour that has just begun, too (DET-17)', () => {
  for (const ms of [1, 30_000, 3_599_999]) {
    const at = Date.parse('2026-05-31T14:00:00Z') + ms;
    expect(hoursOfJob(withPreset(emptyForm, 'week', at), { estimate: null, now: at })?.hasPresent).toBe(true);
  }
});

test('the presets are 2, 7, 30 and 90 days and all', () => {
  expect(rangePresets.map(({ days }) => days)).toEqual([2, 7, 30, 90, null]);
  expect(rangePresets.at(-1)?.label).toBe('Entire dataset');
});

test('what is folded is said in a line (DET-29)', () => {
  expect(advancedText(emptyForm)).toBe('Chunks of 6 h, 5 s pause after each');
});

test('the range of a preset ends now, and one that was chosen by hand as it was chosen', () => {
  const later = now + 60_000;
  expect(renewedForm(fit, later)).toEqual(withPreset(fit, 'week', later));
  expect(renewedForm(fit, now + 20_000), 'within the minute it is the same').toBe(fit);
  const byHand = withFields(fit, { start: 1 });
  expect(renewedForm(byHand, later)).toBe(byHand);
});

test('another time is of no preset; another number leaves it', () => {
  expect(withFields(fit, { start: 1 })).toEqual({ ...fit, start: 1, preset: null });
  expect(withFields(fit, { chunkSize: '2' })).toEqual({ ...fit, chunkSize: '2' });
});

test.each<[Partial<ReprocessForm>, Record<string, string>]>([
  [{}, {}],
  [{ chunkSize: '1', throttle: '0' }, {}],
  [{ chunkSize: '12', throttle: '60' }, {}],
  [{ start: 5, end: 5 }, {}],
  [{ start: null }, { start: 'Choose a start' }],
  [{ end: null }, { end: 'Choose an end' }],
  [{ start: 2, end: 1 }, { end: 'The end is before the start' }],
  [{ chunkSize: '0' }, { chunkSize: 'Chunk size must be from 1 to 12 hours' }],
  [{ chunkSize: '13' }, { chunkSize: 'Chunk size must be from 1 to 12 hours' }],
  [{ chunkSize: '2.5' }, { chunkSize: 'Chunk size must be whole hours' }],
  [{ chunkSize: '' }, { chunkSize: 'Chunk size must be from 1 to 12 hours' }],
  [{ throttle: '-1' }, { throttle: 'Throttle must be from 0 to 60 seconds' }],
  [{ throttle: '61' }, { throttle: 'Throttle must be from 0 to 60 seconds' }],
  [{ throttle: 'x' }, { throttle: 'Throttle must be from 0 to 60 seconds' }],
])('of %j it is said %j', (fields, problems) => {
  const form = { ...fit, ...fields };
  expect(reprocessProblems(form)).toEqual(problems);
  const order = reprocessOrder(form);
  expect(order === null).toBe(Object.keys(problems).length > 0);
  if (order !== null) expect(v.is(detectionCalls.startReprocess.body, order), 'the call takes it').toBe(true);
  expect(whyNotStarted(form, { hasRunning: false, estimate: null })).toBe(Object.values(problems)[0] ?? null);
});

test.each([
  [false, null],
  [true, 'A job is running. One job runs at a time'],
  [null, 'Checking for a running job'],
])('where a job runs is %j, starting is held back by %j', (hasRunning, why) => {
  expect(whyNotStarted(fit, { hasRunning, estimate: null })).toBe(why);
});

const hours = { startTime: Date.parse('2026-05-24T14:00:00Z'), endTime: Date.parse('2026-05-31T15:00:00Z') };

test('a range without an hour that can be reprocessed is not started', () => {
  const estimate = { ...hours, totalChunks: 0, emptyChunks: 0, contacts: 0, estimatedDuration: 0 };
  expect(whyNotStarted(fit, { hasRunning: false, estimate })).toBe(noHourText);
  expect(whyNotStarted(fit, { hasRunning: false, estimate: { ...estimate, totalChunks: 1, emptyChunks: 1 } })).toBeNull();
});

test.each([
  ['of a preset takes the present hour', {}, {}, '2026-05-24T14', '2026-05-31T15', true],
  ['that ends before it does not', { end: Date.parse('2026-05-31T14:00Z') }, {}, '2026-05-24T14', '2026-05-31T14', false],
  ['begins where contacts are kept', {}, { startTime: Date.parse('2026-05-28T00:00Z') }, '2026-05-28T00', '2026-05-31T15', true],
  ['that ends later ends with the present hour', { end: now + 86_400_000 }, {}, '2026-05-24T14', '2026-05-31T15', true],
] as const)('a range %s (DET-20)', (_, fields, kept, from, to, hasPresent) => {
  const estimate = { ...hours, totalChunks: 28, emptyChunks: 4, contacts: 1, estimatedDuration: 3, ...kept };
  const form = { ...fit, ...fields };
  const found = hoursOfJob(form, { estimate, now });
  const text = (ts: number | undefined) => new Date(ts ?? 0).toISOString().slice(0, 13);
  expect([text(found?.from), text(found?.to), found?.hasPresent]).toEqual([from, to, hasPresent]);
  if (Object.keys(kept).length === 0) expect(hoursOfJob(form, { estimate: null, now }), 'before the estimate').toEqual(found);
});

test('of a range without a start no hours are named, and of one at an unknown time those that it touches (DET-20)', () => {
  expect(hoursOfJob({ ...fit, start: null }, { estimate: null, now })).toBeNull();
  expect(hoursOfJob(fit, { estimate: null, now: 0 })).toEqual({ from: hours.startTime, to: hours.endTime, hasPresent: false });
});

test.each([
  [0, 'Less than a minute'],
  [0.4, 'Less than a minute'],
  [0.6, 'About 1 min'],
  [59.4, 'About 59 min'],
  [60, 'About 1 h'],
  [200, 'About 3 h 20 min'],
])('%d minutes are written %j', (minutes, text) => expect(minutesText(minutes)).toBe(text));

test('an estimate says each of its figures', () => {
  const estimate = { ...hours, totalChunks: 28, emptyChunks: 4, contacts: 12_345, estimatedDuration: 3 };
  expect(estimateFacts(estimate).map(([, text]) => text)).toEqual(['28', '4', '12,345', 'About 3 min']);
});

test.each([
  ['nothing', {}, fit],
  ['a start and an end', { start: 7, end: 9 }, { ...fit, start: 7, end: 9, preset: null }],
  ['a start', { start: 7 }, { ...fit, start: 7, preset: null }],
  ['an end', { end: 9 }, { ...fit, end: 9, preset: null }],
])('of an address with %s the form begins so (DET-23)', (_, range, begun) => {
  expect(begunForm({ ...emptyForm, ...range }, now)).toEqual(begun);
});

test('an end before its start in the address is said at its field', () => {
  expect(reprocessProblems(begunForm({ ...emptyForm, start: 9, end: 7 }, now))).toEqual({ end: 'The end is before the start' });
});
