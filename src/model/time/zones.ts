/** A timezone in a picker: its IANA name, and its label ('Asia/Kolkata (UTC+05:30)'). */
export type Zone = { name: string; text: string };

/** Returns all timezones of this runtime, sorted by name, with their offsets at `now` (ms since 1970). */
export function zonesAt(now: number): readonly Zone[] {
  const names = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
  return names.toSorted().map((name) => ({ name, text: zoneText(name, now) }));
}

/** Returns a timezone with its offset at `now`: 'Asia/Kolkata (UTC+05:30)', or just 'UTC'. */
export function zoneText(name: string, now: number): string {
  return name === 'UTC' ? name : `${name} (${offsetOf(name, now)})`;
}

/** Returns the offset of a timezone at `now` as 'UTC+05:30', or 'UTC' if there is none. */
function offsetOf(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return offset.replace('GMT', 'UTC').replace(/[+-]00:00$/, '');
}
