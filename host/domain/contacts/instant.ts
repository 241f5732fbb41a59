const pattern = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Parses an ISO time such as 2026-11-20T08:15:00.250Z to ms since the epoch. A time without an offset is read
 * as `offsetMinutes` east of UTC, and refused if that is not given. Returns null for other text and for times
 * that do not exist (30 February, 25:00).
 */
export function parseInstant(text: string, offsetMinutes?: number): number | null {
  const parts = pattern.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hours, minutes, seconds, fraction, zone] = parts;
  const offset = zone === undefined ? offsetMinutes : zoneMinutes(zone);
  if (offset === undefined || offset === null) return null;
  const date = dateOf(Number(year), Number(month), Number(day));
  if (date === null || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const ms = fraction === undefined ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'));
  return date + ((Number(hours) * 60 + Number(minutes) - offset) * 60 + Number(seconds)) * 1000 + ms;
}

/** Parses 'hh:mm:ss' or 'hh:mm:ss.sss' to the ms of the day; null for other text. */
export function parseClock(text: string): number | null {
  const parts = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/.exec(text);
  if (parts === null) return null;
  const [hours, minutes, seconds] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((parts[4] ?? '').slice(0, 3).padEnd(3, '0'));
}

/** Returns midnight (ms, UTC) of a calendar day, or null if there is no such day. `month` is 1 to 12. */
export function dateOf(year: number, month: number, day: number): number | null {
  const ms = Date.UTC(year, month - 1, day);
  const date = new Date(ms);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms : null;
}

/** Parses 'Z' or '±hh:mm' to minutes east of UTC; null if there is no such offset. */
export function zoneMinutes(zone: string): number | null {
  if (zone === 'Z') return 0;
  const parts = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  if (parts === null || Number(parts[2]) > 14 || Number(parts[3]) > 59) return null;
  return (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3]));
}
