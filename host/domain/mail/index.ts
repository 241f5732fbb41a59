/** The parts of the mail folder that other domain folders may import. */
export type { Mail, PostMail } from './post-mail.ts';
export { type DatedAlarm, lineOf, type UnsentAlarms, watchAlarms } from './watch-alarms.ts';
