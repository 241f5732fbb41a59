import type { System } from './system.ts';

/** What the page saves, by its name. */
export type PageSettings = {
  timezone: { timezone: string; autoTimezone: boolean };
  /** Those that are changed: what is shown of the others may be old. */
  mails: Partial<System['email']>;
  /** How often receivers' clocks are set, in s. */
  clock: number;
};
