import { expect, test } from 'vitest';
import { detectionAddress } from '#model/detection/detection-address.ts';
import { presets } from '#model/detection/detection-form.ts';
import {
  awaitedText,
  effectText,
  historyPages,
  modifierName,
  parameterTexts,
  reappliedReason,
} from '#model/detection/detection-history.ts';

test.each([
  [0, 1],
  [10, 1],
  [11, 2],
  [101, 11],
])('%i versions are on %i pages (DET-12)', (total, pages) => expect(historyPages(total)).toBe(pages));

test('an older version is reapplied by its number (DET-12)', () => {
  expect(reappliedReason({ version: 4 })).toBe('Reapplied version 4');
});

test('a version that does not count yet says from when it does (DET-12)', () => {
  expect(awaitedText({ version: 3 }, '11:00')).toBe('Version 3 counts from 11:00. Reprocess to apply it to earlier hours');
});

const at = (clock: string): number => Date.parse(`2026-05-01T${clock}Z`);
test.each<[number, string, string | null, string]>([
  [1, '08:30', null, 'Saved 08:30 by Ada. In force for all hours'],
  [1, '08:30', '10:30', 'Saved 08:30 by Ada. In force until 11:00'],
  [2, '10:30', null, 'Saved 10:30 by Ada. In force from 11:00'],
  [2, '10:30', '12:05', 'Saved 10:30 by Ada. In force from 11:00 to 13:00'],
  [2, '10:30', '10:45', 'Saved 10:30 by Ada. Never in force: the next version was saved in the same hour'],
])('version %i, saved %s and replaced %j, says for which hours it is in force (DET-12, DET-15)', (version, from, to, text) => {
  const config = { ...presets.Strict, version, effectiveFrom: at(from), effectiveTo: to === null ? null : at(to) };
  const saved = { ...config, modifiedBy: 1, changeReason: null };
  expect(effectText(saved, 'Ada', (ts) => new Date(ts).toISOString().slice(11, 16))).toBe(text);
});

test.each([
  [1, 'Ada'],
  [2, 'Unknown'],
  [null, 'Unknown'],
])('user %j is called %s (DET-12)', (id, name) => expect(modifierName(id, new Map([[1, 'Ada']]))).toBe(name));

test('a version says each of its values', () => {
  expect(parameterTexts(presets.Strict).map(([, text]) => text)).toEqual(['3', '−80 dBm', '3 dB', '500 ms', '0.75×', '0.75×']);
  expect(parameterTexts(presets.Balanced)[1]).toEqual(['Minimum average power', 'Off']);
});

test.each([
  ['', 'algorithm', ''],
  ['?tab=reprocessing', 'reprocessing', '?tab=reprocessing'],
  ['?tab=algorithm', 'algorithm', ''],
])('the address %j is the tab %s, written %j (DET-11)', (search, tab, written) => {
  const { state, refused } = detectionAddress.read(search);
  expect([state.tab, refused, detectionAddress.write(state)]).toEqual([tab, [], written]);
});

test('a tab that is none is left out, and said', () => {
  const { state, refused } = detectionAddress.read('?tab=jobs');
  expect(state.tab).toBe('algorithm');
  expect(refused).toEqual([expect.stringContaining('must be algorithm or reprocessing')]);
});
