/**
 * The names of the options, by their value in s. 9000 is no mistake: it is the option for 15 minutes
 * (docs/decisions/clock-sync.md).
 */
const names: Readonly<Record<number, string>> = { 0: 'Never', 9_000: '15 mins', 3_600: 'Hourly', 86_400: 'Daily' };

/** The options of the setting, in s. */
export const clockSyncChoices: readonly number[] = [0, 9_000, 3_600, 86_400];

/** The error text for a value that is no option. */
export const clockSyncTakes = 'Clocks are set never (0), every 15 minutes (9000), hourly (3600) or daily (86400)';

/** Returns how often receivers' clocks are set, in ms; null for never. */
export function clockSyncMs(seconds: number): number | null {
  if (seconds === 0) return null;
  return (seconds === 9_000 ? 900 : seconds) * 1_000;
}

/** Returns the setting in words (SYS-8). */
export function clockSyncText(seconds: number): string {
  return names[seconds] ?? `${seconds} s`;
}
