import type { AnyActorRef } from 'xstate';
import type { CommandMessage, Incoming, IncomingType, Outgoing } from '../../model/contract/socket-messages.ts';
import type { PageReport } from '../page/page-events.ts';
import type { ContactFeedReport, ContactsReceived, PastWanted } from './contact-feed-events.ts';
import type { CountedSubscription } from './subscriptions.ts';

export type SocketInput = {
  /** The system's socket: `wss://host:port/socket/{mitasId}`. */
  url: string;
  /** The page's origin, which the host may refuse: 'https://console.example.org'. */
  origin: string;
  mitasId: string;
  /** From 0 to below 1: spreads retries, so that consoles do not reconnect all at once. */
  random: () => number;
  /** The host's time as far as it is known, ms since the epoch. */
  now: () => number;
};

/** A subscription: `subscriber` gets the messages of these types (`contact` as `contacts.received`). */
export type Subscription = { subscriber: AnyActorRef; types: readonly IncomingType[] };

export type MessageReceived = { message: Incoming };

/**
 * A frame that is no message of the contract; `unknownType` is its type if it has an unknown one (SOCK-3:
 * passed through).
 */
export type RejectedFrame = { reason: string; unknownType?: string | undefined };

export type Closed = { code: number; reason: string };

/** The events of the connection. */
export type ConnectionEvent =
  | ({ type: 'connection.messageReceived' } & MessageReceived)
  | ({ type: 'connection.frameRejected' } & RejectedFrame)
  | ({ type: 'connection.closed' } & Closed);

/** The commands to the connection. The new token is never in an event; the connection reads it itself. */
export type ConnectionCommand = { type: 'connection.send'; message: Outgoing } | { type: 'connection.authenticate' };

/** The requests of the socket's owner and its subscribers. */
export type SocketIntent =
  | { type: 'line.connect' }
  /** The person pressed Retry. */
  | { type: 'line.retry' }
  | { type: 'line.send'; message: CommandMessage }
  | ({ type: 'subscription.added' } & Subscription)
  | ({ type: 'subscription.removed' } & Subscription)
  | PastWanted
  /** A new access token is available. */
  | { type: 'token.renewed' };

export type SocketEvent = SocketIntent | ConnectionEvent | PageReport | ContactFeedReport | LineChange;

/** Raised by the region that opens the line, for all others. */
export type LineChange = { type: 'line.opened' } | { type: 'line.lost' };

export type LineContext = SocketInput & {
  subscriptions: readonly CountedSubscription[];
  /**
   * `heardAt`: when the last frame arrived, by `now`. `silentFor`: the seconds since then, or 0 until they
   * are enough to report.
   */
  heardAt: number;
  silentFor: number;
  /** The number of failed attempts since the line was last open. */
  attempt: number;
  /** The frames that were no message, and the messages of unknown types. */
  rejectedFrames: number;
  unknownMessages: number;
};

/**
 * The reports to the socket's parent. After `line.opened`, the parent loads again what may have changed
 * (SYS-13).
 */
export type SocketFact =
  | LineChange
  | { type: 'line.failed' }
  /** The contact feed ended with an error, a defect of the console; only a new socket helps. */
  | { type: 'line.broken'; error: unknown }
  /** The host needs a new token: answer with `token.renewed`. */
  | { type: 'line.unauthorized' }
  /** The person does not belong to the system, or it does not exist. */
  | { type: 'line.refused'; code: number }
  | { type: 'line.sendRefused'; message: CommandMessage };

/** The events that subscribers get. */
export type SocketDelivery = { type: 'message.received'; message: Exclude<Incoming, { type: 'contact' }> } | ContactsReceived;
