import { expect, test } from 'vitest';
import { pastOfTag, pastOfTransmitter, pastSpan, withFound } from '#model/detection/past-edits.ts';

/** DET-23. */

const sought = { codeNumber: 17, frequency: 150.1, frequencyVariance: 0, emitInterval: 5_000, emitIntervalVariance: 10 };

test.each<[string, object, boolean]>([
  ['code', { codeNumber: 18 }, true],
  ['being a beeper', { codeNumber: null }, true],
  ['frequency', { frequency: 150.101 }, true],
  ['frequency variance', { frequencyVariance: 2 }, true],
  ['emit interval', { emitInterval: 5_001 }, true],
  ['emit interval variance', { emitIntervalVariance: 11 }, true],
  ['serial number, model, protocol and purpose', { serialNumber: 'TX-1', modelNumber: 'M2', protocolId: 19, purpose: 2 }, false],
])('the %s of a transmitter matters to the past, or not', (_, part, matters) => {
  const asked = pastOfTransmitter(5, sought, { ...sought, ...part });
  expect(asked).toEqual(matters ? { TransmitterId: 5, from: null, to: null } : null);
});

test('so does a new transmitter', () => {
  expect(pastOfTransmitter(5, undefined, sought)).toEqual({ TransmitterId: 5, from: null, to: null });
});

const tag = { TransmitterId: 5, releaseTime: '2026-05-02 00:00:00', retrieveTime: '2026-05-09 00:00:00' };
const day = (date: number): number => Date.UTC(2026, 4, date);
test.each<[string, Partial<typeof tag> | { releaseTime: null } | { retrieveTime: null }, [number | null, number | null] | null]>([
  ['nothing', {}, null],
  ['an earlier release', { releaseTime: '2026-05-01 00:00:00' }, [day(1), day(2)]],
  ['no release', { releaseTime: null }, [null, day(2)]],
  ['a later release', { releaseTime: '2026-05-03 00:00:00' }, null],
  ['a later retrieval', { retrieveTime: '2026-05-10 00:00:00' }, [day(9), day(10)]],
  ['no retrieval', { retrieveTime: null }, [day(9), null]],
  ['an earlier retrieval', { retrieveTime: '2026-05-08 00:00:00' }, null],
  ['both', { releaseTime: '2026-05-01 00:00:00', retrieveTime: '2026-05-10 00:00:00' }, [day(1), day(10)]],
  ['other times', { releaseTime: '2026-05-20 00:00:00', retrieveTime: '2026-05-21 00:00:00' }, [day(20), day(21)]],
  ['another transmitter', { TransmitterId: 6 }, [day(2), day(9)]],
])('of a tag with %s the time that it has more', (_, part, span) => {
  const after = { ...tag, ...part };
  const asked = pastOfTag(tag, after);
  expect(asked).toEqual(span === null ? null : { TransmitterId: after.TransmitterId, from: span[0], to: span[1] });
});

test('of a new tag it is all of its time', () => {
  expect(pastOfTag(undefined, tag)).toEqual({ TransmitterId: 5, from: day(2), to: day(9) });
});

test('what several edits leave out of date is one span; an edit that is taken back leaves nothing', () => {
  const first = withFound([], [{ TransmitterId: 5, hours: { from: 10, to: 20 } }]);
  const both = withFound(first, [{ TransmitterId: 6, hours: { from: 15, to: 40 } }]);
  expect(pastSpan(both)).toEqual({ from: 10, to: 40 });
  const back = withFound(both, [{ TransmitterId: 5, hours: null }]);
  expect(pastSpan(back)).toEqual({ from: 15, to: 40 });
  expect(pastSpan(withFound(back, [{ TransmitterId: 6, hours: null }]))).toBeNull();
});
