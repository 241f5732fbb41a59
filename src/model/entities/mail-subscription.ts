/** What somebody may take themselves off by the link in a mail (MAIL-9): 'all' is all that a system sends. */
export const mailSubscriptions = ['alarms', 'reports', 'all'] as const;
export type MailSubscription = (typeof mailSubscriptions)[number];

/** As people read them. */
export const mailSubscriptionNames: Readonly<Record<MailSubscription, string>> = {
  alarms: 'Receiver Alarms',
  reports: 'Daily Reports',
  all: 'All Emails',
};
