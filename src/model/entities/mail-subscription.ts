/**
 * The kinds of emails that the link in an email unsubscribes from (MAIL-9); 'all' means every email of a
 * system.
 */
export const mailSubscriptions = ['alarms', 'reports', 'all'] as const;
export type MailSubscription = (typeof mailSubscriptions)[number];

/** The names of these emails, as shown. */
export const mailSubscriptionNames: Readonly<Record<MailSubscription, string>> = {
  alarms: 'Receiver Alarms',
  reports: 'Daily Reports',
  all: 'All Emails',
};
