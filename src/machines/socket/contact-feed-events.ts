import type { Incoming, OutgoingOf } from '../../model/contract/socket-messages.ts';
import type { Contact } from '../../model/entities/contact.ts';

/** How the line goes: it opened, no word came over it for a while, a word came after all, it was lost. */
export type LineEvent = { type: 'line.opened' } | { type: 'line.silent' } | { type: 'line.heard' } | { type: 'line.lost' };

export type PastWanted = { type: 'past.wanted' };

export type ContactFeedEvent =
  | LineEvent
  /** Somebody wants contacts now; nobody does any more. */
  | { type: 'contacts.wanted' }
  | { type: 'contacts.unwanted' }
  /** Somebody wants to see those too that were heard before. */
  | PastWanted
  | { type: 'message.received'; message: Incoming }
  /** Raised by itself: some of what is missing came. */
  | { type: 'gap.narrowed' };

/** New contacts, each once as far as can be seen; those that fill a gap may repeat what came live. */
export type ContactsReceived = { type: 'contacts.received'; contacts: readonly Contact[] };

/** What the line hears of its contact feed. */
export type ContactFeedReport =
  | ContactsReceived
  | { type: 'subscription.send'; message: OutgoingOf<'subscribe'> | OutgoingOf<'unsubscribe'> }
  /** The host answered no subscription: the line does not hold (SOCK-12). */
  | { type: 'subscription.unanswered' };
