/// <reference lib="esnext.temporal" />
import { expect, test } from 'vitest';
import { isTimezone } from '../../../src/model/time/timezone.ts';

/**
 * Names that this runtime's formatters accept besides the IANA names, but that cannot be used to write times.
 */
const onlyFormats =
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST pst US/Pacific-New Canada/East-Saskatchewan SystemV/EST5 systemv/PST8PDT'.split(
    ' ',
  );
const links =
  'UTC utc GMT EST MST HST EST5EDT CST6CDT MST7MDT PST8PDT CET EET MET WET GB NZ PRC ROC ROK UCT W-SU Zulu Etc/GMT+5 Asia/Calcutta US/Pacific europe/zurich'.split(
    ' ',
  );
const none = ['', 'Mars/Base', '+02:00', '-0600', '2026-01-01[Europe/Zurich]', 'America/Boise ', 'posix/UTC'];

function isWritten(timezone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timezone);
    return true;
  } catch {
    return false;
  }
}

test.each([...Intl.supportedValuesOf('timeZone'), ...links])('%s is a timezone, and times can be written in it', (timezone) => {
  expect([isTimezone(timezone), isWritten(timezone)]).toEqual([true, true]);
});

test.each(onlyFormats)('%s is none: only some runtimes read it, and not all as the same (LOOK-6)', (timezone) => {
  expect([isTimezone(timezone), isWritten(timezone)]).toEqual([false, false]);
});

test.each(none)("'%s' is none", (timezone) => {
  expect(isTimezone(timezone)).toBe(false);
});
