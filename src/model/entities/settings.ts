import type { System } from './system.ts';

/** What a person may set of a system's mails to them, by its name. */
export type OwnMails = {
  /** Those that are changed: what is shown of the others may be old. */
  mails: Partial<System['email']>;
  /** A mail that shows that they arrive. */
  testMail: null;
};

/** What My Settings saves, by its name. */
export type OwnSettings = OwnMails & {
  /** Null takes the browser's. */
  timezone: string | null;
  /** Whether the CSV files that they save are for Excel. */
  csvForExcel: boolean;
};

/** What the page of settings saves, by its name. */
export type PageSettings = OwnSettings & {
  /** How often receivers' clocks are set, in s. */
  clock: number;
  /** Whether the page of collaborators is offered. */
  collaborators: boolean;
};

/** What the page of alarms saves, by its name; `minutes` offline before an alarm. */
export type AlarmPageSettings = OwnMails & { minutes: number };
