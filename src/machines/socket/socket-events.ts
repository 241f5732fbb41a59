import type { AnyActorRef } from 'xstate';
import type { CommandMessage, Incoming, IncomingType, Outgoing } from '../../model/contract/socket-messages.ts';
import type { PageReport } from '../page/page-events.ts';
import type { ContactFeedReport, ContactsReceived, PastWanted } from './contact-feed-events.ts';
import type { CountedSubscription } from './subscriptions.ts';

export type SocketInput = {
  /** The system's socket: `wss://host:port/socket/{mitasId}`. */
  url: string;
  /** The page's own address, which the host may refuse: 'https://console.example.org'. */
  origin: string;
  mitasId: string;
  /** From 0 to below 1: spreads the waits, so that consoles do not come back all at once. */
  random: () => number;
  /** Ms since the epoch, by the host's clock as far as it is known. */
  now: () => number;
};

/**
 * What a subscriber wants: `subscriber` hears of the messages of these types (`contact` comes as
 * `contacts.received`).
 */
export type Subscription = { subscriber: AnyActorRef; types: readonly IncomingType[] };

export type MessageReceived = { message: Incoming };

/**
 * A frame that is no message of the contract; `unknownType` where it has a type we do not know (SOCK-3:
 * passed through).
 */
export type RejectedFrame = { reason: string; unknownType?: string | undefined };

export type Closed = { code: number; reason: string };

/** What the line hears of its connection. */
export type ConnectionEvent =
  | ({ type: 'connection.messageReceived' } & MessageReceived)
  | ({ type: 'connection.frameRejected' } & RejectedFrame)
  | ({ type: 'connection.closed' } & Closed);

/**
 * What the socket machine asks of its connection. The fresh token never travels in an event: the connection
 * fetches it itself.
 */
export type ConnectionCommand = { type: 'connection.send'; message: Outgoing } | { type: 'connection.authenticate' };

/** What the socket's owner and its subscribers ask of it. */
export type SocketIntent =
  | { type: 'line.connect' }
  /** The person pressed Retry. */
  | { type: 'line.retry' }
  | { type: 'line.send'; message: CommandMessage }
  | ({ type: 'subscription.added' } & Subscription)
  | ({ type: 'subscription.removed' } & Subscription)
  | PastWanted
  /** A fresh access token is there to be fetched. */
  | { type: 'token.renewed' };

export type SocketEvent = SocketIntent | ConnectionEvent | PageReport | ContactFeedReport | LineChange;

/** Raised by the region that opens the line, for all who wait for it. */
export type LineChange = { type: 'line.opened' } | { type: 'line.lost' };

export type LineContext = SocketInput & {
  subscriptions: readonly CountedSubscription[];
  /**
   * When the last frame came, by `now`, and for how many whole seconds none has come; 0 until that is worth
   * saying.
   */
  heardAt: number;
  silentFor: number;
  /** Attempts since the line last held. */
  attempt: number;
  /** Frames that were no message, and types that are not in the contract. */
  rejectedFrames: number;
  unknownMessages: number;
};

/**
 * What the socket's parent hears. After `line.opened` it refetches what may have changed meanwhile (SYS-13).
 */
export type SocketFact =
  | LineChange
  | { type: 'line.failed' }
  /** Its contact feed ended by an error, a defect of ours: only a new socket helps. */
  | { type: 'line.broken'; error: unknown }
  /** The host wants a fresh token: answer with `token.renewed`. */
  | { type: 'line.unauthorized' }
  /** The person does not belong to the system, or there is none. */
  | { type: 'line.refused'; code: number }
  | { type: 'line.sendRefused'; message: CommandMessage };

/** What subscribers hear. */
export type SocketDelivery = { type: 'message.received'; message: Exclude<Incoming, { type: 'contact' }> } | ContactsReceived;
