/** The emails that an email's link unsubscribes from (MAIL-9); 'all' is everything that a system sends. */
export const mailSubscriptions = ['alarms', 'reports', 'all'] as const;
export type MailSubscription = (typeof mailSubscriptions)[number];

/** The names of these emails, as shown. */
export const mailSubscriptionNames: Readonly<Record<MailSubscription, string>> = {
  alarms: 'Receiver Alarms',
  reports: 'Daily Reports',
  all: 'All Emails',
};
