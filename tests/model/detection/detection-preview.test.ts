import { expect, test } from 'vitest';
import type { FinishedPreview } from '#model/contract/detection-calls.ts';
import type { Failure } from '#model/contract/failure.ts';
import {
  changeText,
  isEmptyPreview,
  losesMost,
  lossQuestion,
  previewRows,
  previewSentence,
} from '#model/detection/detection-preview.ts';
import { registrySamples } from '../../support/screen-facts/registries.ts';

const nothing: FinishedPreview = {
  currentDetectionCount: 0,
  previewDetectionCount: 0,
  lostDetectionCount: 0,
  estimatedChangePercent: null,
  changes: [],
};

test.each([
  [12.46, '+12.5%'],
  [-6.04, '−6%'],
  [0, '0%'],
  [-0.01, '0%'],
  [null, '–'],
])('a change of %d is written %s (DET-13)', (percent, text) => expect(changeText(percent)).toBe(text));

test.each([
  [{ currentDetectionCount: 0, previewDetectionCount: 0 }, true],
  [{ currentDetectionCount: 0, previewDetectionCount: 1 }, false],
  [{ currentDetectionCount: 1, previewDetectionCount: 0 }, false],
])('%j is no preview data: %j (DET-13)', (counts, isEmpty) => {
  expect(isEmptyPreview({ ...nothing, ...counts })).toBe(isEmpty);
});

test('a preview is summed up in a line (DET-13)', () => {
  const counts = { currentDetectionCount: 12_040, previewDetectionCount: 1, lostDetectionCount: 12_039 };
  const preview = { ...nothing, ...counts, estimatedChangePercent: -99.99 };
  expect(previewSentence(preview)).toBe('12,040 detections now, 1 with these settings (−100%)');
  expect(previewSentence({ ...preview, currentDetectionCount: 1 })).toMatch(/^1 detection now/);
});

const losses = (lost: number, all: number) => ({ lostDetectionCount: lost, currentDetectionCount: all });

test.each([
  [0, 0, false],
  [1, 1, true],
  [1, 2, false],
  [2, 3, true],
  [5, 10, false],
  [6, 10, true],
  [725, 1_450, false],
  [726, 1_450, true],
])('%i of %i lost is more than half: %j (DET-25)', (lost, all, isMost) => expect(losesMost(losses(lost, all))).toBe(isMost));

const refused = { kind: 'server', code: 409, type: 'Conflict', message: 'Another preview was asked for.' } as const;
test.each<[string, string, number | null, Failure | null]>([
  ['These settings lose 83 % of the detections of the last 7 days (1204 of 1450)', 'form', 1_204, null],
  ['These settings lose 51 % of the detections of the last 7 days (726 of 1450)', 'form', 726, null],
  ['These settings lose 99 % of the detections of the last 7 days (1449 of 1450)', 'form', 1_449, null],
  ['These settings lose 100 % of the detections of the last 7 days (1450 of 1450)', 'form', 1_450, null],
  ['The settings of version 4 lose 83 % of the detections of the last 7 days (1204 of 1450)', 'older', 1_204, null],
  ['Could not check how many detections would be lost. The check took longer than 10 s', 'form', null, null],
  ['Could not check how many detections would be lost. The host did not answer', 'older', null, { kind: 'network' }],
  ['Could not check how many detections would be lost. Another preview was asked for', 'form', null, refused],
])('asks: %s (DET-25, DET-26)', (text, of, lost, failure) => {
  const preview = lost === null ? null : losses(lost, 1_450);
  expect(lossQuestion({ preview, failure }, of === 'form' ? null : { version: 4 })).toBe(`${text}. Save all the same?`);
});

const now = Date.parse('2026-05-31T14:00:00Z');
const worn = (id: number, AnimalId: number, releaseTime: string | null, retrieveTime: string | null) => ({
  ...registrySamples.tag.row,
  id,
  AnimalId,
  TransmitterId: 7,
  releaseTime,
  retrieveTime,
});

test.each([
  ['', []],
  ['Sam', [worn(1, 1, '2026-05-01 00:00:00', null)]],
  ['Sam', [worn(1, 1, null, null), worn(2, 1, null, null)]],
  ['Animal 3', [worn(1, 3, '2026-05-01 00:00:00', null)]],
  ['', [worn(1, 1, '2026-05-01 00:00:00', '2026-05-24 13:59:59')]],
  ['Sam, Nala', [worn(1, 1, null, '2026-05-26 00:00:00'), worn(2, 2, '2026-05-27 00:00:00', null)]],
  ['', [worn(1, 1, '2026-05-31 14:00:01', null)]],
  ['', [{ ...worn(1, 1, null, null), TransmitterId: 8 }]],
])('a preview names the animals that carried a transmitter in its 7 days: %j (DET-27)', (animals, tags) => {
  const changes = [{ transmitterId: 7, receiverId: 2, gained: 1, lost: 0 }];
  const names = { transmitter: () => 'TX-0007', receiver: () => undefined, animal: (id: number) => ['Sam', 'Nala'][id - 1] };
  expect(previewRows({ changes }, tags, { now, names })).toEqual([
    { key: '7/2', transmitter: 'TX-0007', animals, receiver: 'Receiver 2', gained: 1, lost: 0 },
  ]);
});
