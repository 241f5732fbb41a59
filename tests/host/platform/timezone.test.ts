import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { clockOf } from '../../../host/platform/timezone.ts';

const run = promisify(execFile);
const timezoneFile = path.join(import.meta.dirname, '../../../host/platform/timezone.ts');
const hour = 3_600_000;

/** Every half hour of the days around the clock changes of 2026, in Idaho and in Zurich. */
const instants = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'].flatMap((day) => {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return Array.from({ length: 96 }, (_, half) => noon + (half - 48) * (hour / 2));
});
/** Formats as ECMA-402 defines for Swedish, without arithmetic or this machine's time zone. */
const shown = (timeZone: string) => {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return instants.map((instant) => parts.format(instant));
};

test.each(['America/Boise', 'Europe/Zurich', 'UTC'])(
  'wall times do not depend on the clocks of the host, here in %s (LOOK-6)',
  async (TZ) => {
    const zones = ['America/Boise', 'Europe/Zurich', 'Asia/Kolkata'];
    const program = `
    const { timeFormatter } = await import(${JSON.stringify(timezoneFile)});
    const formatTime = timeFormatter(console);
    const instants = ${JSON.stringify(instants)};
    const read = (zone) => instants.map((instant) => formatTime(new Date(instant), zone));
    console.log(JSON.stringify(${JSON.stringify(zones)}.map(read)));
  `;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
      env: { PATH: process.env['PATH'], TZ },
    });
    expect(JSON.parse(stdout)).toEqual(zones.map(shown));
  },
);

describe('how clocks go, as the host says (SYS-16)', () => {
  const now = Date.parse('2026-11-25T12:00:00Z');

  test.each(['America/Boise', 'Europe/Zurich', 'Asia/Kolkata', 'America/Vancouver', 'Africa/Casablanca'])('in %s', (timezone) => {
    const { spans, until } = clockOf(timezone, now) ?? { spans: [], until: 0 };
    expect(new Date(until).toISOString()).toBe('2036-01-01T00:00:00.000Z');
    expect(spans[0]?.from).toBe(Date.UTC(2000, 0, 1));
    const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
    const text = ({ offset }: { offset: number }): string => {
      const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((each) =>
        String(each).padStart(2, '0'),
      );
      return `GMT${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
    };
    for (const [index, span] of spans.entries()) {
      const end = (spans[index + 1]?.from ?? until) - 1;
      for (const ts of [span.from, end]) expect(format.format(ts).endsWith(`, ${text(span)}`)).toBe(true);
      expect(end).toBeGreaterThan(span.from);
    }
  });

  test('is not said of what nobody knows', () => {
    expect(clockOf('Nowhere/Atall', now)).toBeUndefined();
  });
});
