/** A timezone as the picker offers it: its IANA name, and its offset now ('UTC+05:30'). */
export type Zone = { name: string; offset: string };

/** All timezones of this runtime by name, each with its offset from UTC at `now`, in ms since the epoch. */
export function zonesAt(now: number): readonly Zone[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
    .toSorted()
    .map((name) => ({ name, offset: offsetOf(name, now) }));
}

/** The offset of a timezone from UTC at `now`, as 'UTC+05:30'; 'UTC' where there is none. */
export function offsetOf(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return offset.replace('GMT', 'UTC').replace(/[+-]00:00$/, '');
}
