import { describe, expect, test } from 'vitest';
import { ClockReading } from '../../../../host/entry/import/clock-reading.ts';
import { formatOf } from '../../../../host/entry/import/formats.ts';
import { localTimes } from '../../../../host/entry/import/local-times.ts';
import { orionFormat } from '../../../../host/entry/import/orion-format.ts';

/** IMP-16: OrionTool's text. */

const header = 'Date         Time       Site   Ant  Freq      Type     Code  Power';
const read = (line: string, timezone = 'Z') => {
  const times = localTimes(timezone);
  if (times === null) throw new Error(timezone);
  return orionFormat.reader(header, { channels: new Map(), clock: new ClockReading(times) })(line);
};
const good = '05/03/26     00:00:01   Creek  3    150.3457  Coded    42    -88  ';

describe("OrionTool's text (IMP-16)", () => {
  test.each([header, `${header.toLowerCase()}   `, header.replace('Freq     ', 'Frequency')])('is known by %s', (line) => {
    expect(formatOf(line)?.name).toBe('OrionTool text');
  });

  test.each([`  ${header}`, header.replace('Site   Ant', 'Site  Ant '), 'Date Time Site Ant Freq Type Code Power'])(
    'is not known by %s, whose columns begin elsewhere',
    (line) => {
      expect(formatOf(line)).toBeNull();
    },
  );

  test('is read by its columns, times by the clocks of --timezone', () => {
    const contact = { receiver: 'Creek', ant: 3, freq: 150.3457, code: 42, type: 8, power: -88 };
    expect(read(good)).toEqual({ ok: true, value: { ...contact, ts: Date.UTC(2026, 2, 5, 0, 0, 1) } });
    expect(read(good, '-07:00')).toMatchObject({ value: { ts: Date.UTC(2026, 2, 5, 7, 0, 1) } });
    expect(read(good.replace('00:00:01   ', '00:00:01.5 ').trimEnd())).toMatchObject({
      value: { ts: Date.UTC(2026, 2, 5, 0, 0, 1, 500) },
    });
    expect(read(good.replace('Coded ', 'beeper').replace('42', '  '))).toMatchObject({ value: { type: 7, code: 0 } });
    expect(read(good.replace('Coded', '19   ').replace('-88  ', '-103.5'))).toMatchObject({ value: { type: 19, power: -103.5 } });
  });

  test.each([
    [good.replace('05/03/26', '31/02/26'), 'a date that does not exist'],
    [good.replace('00:00:01', '24:00:01'), 'a time that does not exist'],
    [good.replace('3    150', '9    150'), 'an antenna outside 1 to 8'],
    [good.replace('150.3457', '2150.345'), 'a frequency outside 0 to 2000 MHz'],
    [good.replace('Coded', 'Radio'), 'an unknown type'],
    [good.replace('42   ', '*****'), 'a code that is not a whole number'],
    [good.replace('-88', '-288'), 'a power outside -200 to 50 dBm'],
    [`${good}and what does not belong there`, 'a line without the fixed columns'],
    ['', 'a date that does not exist'],
  ])('refuses %s', (line, reason) => {
    expect(read(line)).toEqual({ ok: false, reason });
  });
});
