import type { System } from './system.ts';

/** A person's settings for a system's emails, by name. */
export type OwnMails = {
  /** Only the changed ones, because the page may show old values of the others. */
  mails: Partial<System['email']>;
  /** Requests a test email, which shows that emails arrive. */
  testMail: null;
};

/** The settings that My Settings saves, by name. */
export type OwnSettings = OwnMails & {
  /** Null for the browser's timezone. */
  timezone: string | null;
  /** True to save CSV files in a form for Excel. */
  csvForExcel: boolean;
};

/** The settings that the page of settings saves, by name. */
export type PageSettings = OwnSettings & {
  /** How often receivers' clocks are set, in s. */
  clock: number;
  /** True to offer the page of collaborators. */
  collaborators: boolean;
};

/** The settings that the page of alarms saves, by name. `minutes`: how long offline before an alarm. */
export type AlarmPageSettings = OwnMails & { minutes: number };
