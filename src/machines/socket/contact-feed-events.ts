import type { Incoming, OutgoingOf } from '../../model/contract/socket-messages.ts';
import type { Contact } from '../../model/entities/contact.ts';

/** The changes of the line: opened, silent for a while, heard again, or lost. */
export type LineEvent = { type: 'line.opened' } | { type: 'line.silent' } | { type: 'line.heard' } | { type: 'line.lost' };

export type PastWanted = { type: 'past.wanted' };

export type ContactFeedEvent =
  | LineEvent
  /** The first subscriber for contacts came, or the last one left. */
  | { type: 'contacts.wanted' }
  | { type: 'contacts.unwanted' }
  /** A view needs earlier contacts too. */
  | PastWanted
  | { type: 'message.received'; message: Incoming }
  /** Raised by the machine: a part of a gap arrived. */
  | { type: 'gap.narrowed' };

/** New contacts, without duplicates as far as possible; those that fill a gap may repeat live ones. */
export type ContactsReceived = { type: 'contacts.received'; contacts: readonly Contact[] };

/** The reports to the line. */
export type ContactFeedReport =
  | ContactsReceived
  | { type: 'subscription.send'; message: OutgoingOf<'subscribe'> | OutgoingOf<'unsubscribe'> }
  /** The host did not answer a subscription, so the line counts as lost (SOCK-12). */
  | { type: 'subscription.unanswered' };
