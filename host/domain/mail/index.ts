/** What other parts of the domain may use of mail. */
export type { Mail, PostMail } from './post-mail.ts';
export { type DatedAlarm, lineOf, type UnsentAlarms, watchAlarms } from './watch-alarms.ts';
