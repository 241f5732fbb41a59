import { expect, test } from 'vitest';
import { receiverStatuses, statusBy } from '#model/entities/receiver.ts';

const { online, offline, disabled } = receiverStatuses;

test.each<[what: string, enabled: boolean, reported: number | null, status: number]>([
  ['was never heard', true, null, offline],
  ['never was on', false, null, disabled],
  ['is online', true, online, online],
  ['is of an unknown status', true, 7, 7],
  ['was switched off', false, disabled, disabled],
  ['was switched off a moment ago, and has reported nothing since', false, online, online],
  ['was switched on again', true, disabled, offline],
])('a receiver that %s (RX-12)', (_, enabled, reported, status) => {
  expect(statusBy({ enabled }, reported)).toBe(status);
});
