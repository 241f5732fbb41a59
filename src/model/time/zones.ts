/** A timezone as a picker offers it: its IANA name, and what is read of it ('Asia/Kolkata (UTC+05:30)'). */
export type Zone = { name: string; text: string };

/** All timezones of this runtime by name, each with its offset from UTC at `now`, in ms since the epoch. */
export function zonesAt(now: number): readonly Zone[] {
  const names = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
  return names.toSorted().map((name) => ({ name, text: zoneText(name, now) }));
}

/** A timezone with its offset from UTC at `now`: 'Asia/Kolkata (UTC+05:30)'; 'UTC' alone for that. */
export function zoneText(name: string, now: number): string {
  return name === 'UTC' ? name : `${name} (${offsetOf(name, now)})`;
}

/** The offset of a timezone from UTC at `now`, as 'UTC+05:30'; 'UTC' where there is none. */
function offsetOf(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return offset.replace('GMT', 'UTC').replace(/[+-]00:00$/, '');
}
