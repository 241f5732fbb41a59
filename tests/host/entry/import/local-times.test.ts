import { describe, expect, test } from 'vitest';
import { refused } from '#model/result.ts';
import { ClockReading, skippedHour } from '../../../../host/entry/import/clock-reading.ts';
import { localTimes, type LocalTimes } from '../../../../host/entry/import/local-times.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Two days each on which clocks change: by an hour, by half an hour, at midnight (the day before is long, the
 * day itself begins at one), at a minute past midnight.
 */
const changes: [zone: string, dates: string[], minutesSkipped: number, minutesRepeated: number][] = [
  ['America/Boise', ['2018-03-11', '2018-11-04'], 60, 60],
  ['Europe/Zurich', ['2018-03-25', '2018-10-28'], 60, 60],
  ['Australia/Lord_Howe', ['2018-10-07', '2018-04-01'], 30, 30],
  ['America/Sao_Paulo', ['2018-11-04', '2018-02-17'], 60, 60],
  ['America/St_Johns', ['2010-03-14', '2010-11-06'], 60, 59],
];

/**
 * Maps each local minute around a date to its instants, by the opposite way: the runtime's formatting of
 * instants.
 */
function instantsByLocal(zone: string, date: number): Map<number, number[]> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  const instants = new Map<number, number[]>();
  for (let instant = date - day; instant < date + 2 * day; instant += minute) {
    const local = Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
    instants.set(local, [...(instants.get(local) ?? []), instant]);
  }
  return instants;
}

describe('local times of days on which the clocks change', () => {
  test.each(changes)('in %s: every minute is read as the clocks show it', (zone, dates, minutesSkipped, minutesRepeated) => {
    const timesOf = localTimes(zone) as LocalTimes;
    let [skipped, repeated] = [0, 0];
    for (const date of dates.map((text) => Date.parse(text))) {
      const expected = instantsByLocal(zone, date);
      for (let local = date; local < date + day; local += minute) {
        const instants = expected.get(local) ?? [];
        expect(timesOf(local), `at ${new Date(local).toISOString()}`).toEqual(instants);
        expect(timesOf(local + 59_999)).toEqual(instants.map((instant) => instant + 59_999));
        if (instants.length === 0) skipped += 1;
        if (instants.length === 2) repeated += 1;
      }
    }
    expect({ skipped, repeated }).toEqual({ skipped: minutesSkipped, repeated: minutesRepeated });
  });

  test('a fixed offset has neither hours twice nor none', () => {
    const local = Date.UTC(2018, 10, 4, 1, 30);
    expect(localTimes('Z')?.(local)).toEqual([local]);
    expect(localTimes('-07:00')?.(local)).toEqual([local + 7 * hour]);
    expect(localTimes('+05:45')?.(local)).toEqual([local - 5.75 * hour]);
    expect(localTimes('Mars/Base')).toBeNull();
  });
});

describe('an hour that the clocks repeat (IMP-6)', () => {
  const midnight = Date.UTC(2018, 10, 4);
  /** Reads local times (hh:mm) as instants, in UTC hours and minutes (daylight -6, standard -7). */
  const read = (clock: ClockReading, times: string[], receiver = 'R1') =>
    times.map((time) => {
      const [hours, minutes] = time.split(':').map(Number) as [number, number];
      const instant = clock.instantOf(midnight + hours * hour + minutes * minute, receiver);
      return instant.ok ? new Date(instant.value).toISOString().slice(11, 16) : instant.reason;
    });
  const boise = () => new ClockReading(localTimes('America/Boise') as LocalTimes);

  test('is read so that time goes on where rows are in order, and counted', () => {
    const clock = boise();
    expect(read(clock, ['0:59', '1:00', '1:30', '1:59', '1:00', '1:30', '1:59', '2:00'])).toEqual([
      '06:59',
      '07:00',
      '07:30',
      '07:59',
      '08:00',
      '08:30',
      '08:59',
      '09:00',
    ]);
    expect(clock.repeated).toEqual({ first: 3, second: 3 });
  });

  test('is its first time where nothing tells, and where rows are in no order', () => {
    expect(read(boise(), ['1:30', '2:30'])).toEqual(['07:30', '09:30']);
    expect(read(boise(), ['5:00', '1:30', '0:10', '1:30'])).toEqual(['12:00', '07:30', '06:10', '07:30']);
  });

  test('does not begin again because of rows a minute out of order, and does after that', () => {
    expect(read(boise(), ['1:30', '1:29', '1:31'])).toEqual(['07:30', '07:29', '07:31']);
    expect(read(boise(), ['1:30', '1:28', '1:31'])).toEqual(['07:30', '08:28', '08:31']);
  });

  test('is told apart for each receiver by its own rows', () => {
    const clock = boise();
    expect(read(clock, ['1:50', '1:10'], 'R1')).toEqual(['07:50', '08:10']);
    expect(read(clock, ['1:20'], 'R2')).toEqual(['07:20']);
    expect(read(clock, ['1:20'], 'R1')).toEqual(['08:20']);
    expect(clock.repeated).toEqual({ first: 2, second: 2 });
  });

  test('what the clocks skipped is no time', () => {
    const clock = new ClockReading(localTimes('America/Boise') as LocalTimes);
    expect(clock.instantOf(Date.UTC(2018, 2, 11, 2, 30), 'R1')).toEqual(refused(skippedHour));
    expect(clock.repeated).toEqual({ first: 0, second: 0 });
  });
});
