import { describe, expect, test } from 'vitest';
import { timeFault } from '../../../../host/domain/contacts/contact-bounds.ts';
import { earliestTs, maxAheadMs } from '#model/entities/contact.ts';
import { ContactWindow } from '#model/live/contact-window.ts';

const now = Date.UTC(2026, 4, 1);

describe('the time of a contact (CON-6)', () => {
  test.each([
    [earliestTs, null],
    [earliestTs - 1, 'the time is before the year 2000'],
    [now + 5 * 60_000, null],
    [now + 5 * 60_000 + 1, 'the time is in the future'],
  ])('%i', (ts, fault) => expect(timeFault(ts, now)).toBe(fault));

  test.each([
    [now - 10, null],
    [now - 11, 'the time is outside --from and --to'],
    [now, 'the time is outside --from and --to'],
  ])('%i within bounds', (ts, fault) => expect(timeFault(ts, now, now - 10, now)).toBe(fault));

  test('that the host takes in is one that a console shows', () => {
    const window = new ContactWindow();
    const ts = now + maxAheadMs;
    expect(timeFault(ts, now)).toBeNull();
    window.append([{ rxId: 1, ant: 1, freq: 150, code: 1, type: 8, power: -80, ts }], now);
    expect(window.tally).toMatchObject({ accepted: 1, tooNew: 0 });
  });
});
