import { heartbeatMs, silenceMs } from '#model/contract/socket-messages.ts';
import { windowMs } from '#model/live/live-settings.ts';
import type { RingBounds } from './contact-ring.ts';

/** The limits and times (ms) of the hub. Tests can shorten them. */
export type HubSettings = {
  /**
   * How long contacts are collected before they are sent: each client gets contacts at most 10 times a second
   * (SOCK-16).
   */
  flushMs: number;
  /**
   * The interval of websocket pings. `silenceMs` is how long a client may be silent before it is disconnected
   * (SOCK-11).
   */
  pingMs: number;
  silenceMs: number;
  heartbeatMs: number;
  /** The interval of checks for expiry, silence, pings and heartbeats. */
  sweepMs: number;
  /** The longest time until an upgrade is accepted or refused. */
  handshakeMs: number;
  /** How long a refused client may take to close the connection. */
  farewellMs: number;
  /** How long an ended session is remembered: longer than any handshake that began before its end. */
  endedMemoryMs: number;
  /** A client with more unsent bytes than this gets no contacts until they are sent. */
  congestedBytes: number;
  /** A client with more unsent bytes than this is disconnected. It reconnects and catches up. */
  overflowBytes: number;
  ring: RingBounds;
  /** The most stored contacts sent to fill one gap. If there are more, the newest are sent. */
  maxStoredContacts: number;
  /** The most bytes of stored answers that may wait for slow clients of one system. */
  maxReplayBytes: number;
  /** The most queries for stored contacts at a time, over all systems. */
  maxReplayQueries: number;
  /** Clients that request nearly the same gap within this time share one answer. */
  replaySharedMs: number;
  /** How many frames a client may send at once. `messagesPerSecond` is how many per second on average. */
  messageBurst: number;
  messagesPerSecond: number;
  /** After more unreadable frames than this, a client is disconnected. */
  maxUnreadable: number;
  /** The most connections of one person, over all browsers and devices. */
  connectionsPerPerson: number;
  maxConnections: number;
};

export const defaultHubSettings: HubSettings = {
  flushMs: 100,
  pingMs: 15_000,
  silenceMs,
  heartbeatMs,
  sweepMs: 500,
  handshakeMs: 5_000,
  farewellMs: 1_000,
  endedMemoryMs: 60_000,
  congestedBytes: 256 * 1024,
  overflowBytes: 4 * 1024 * 1024,
  ring: { maxContacts: 200_000, maxAgeMs: windowMs },
  maxStoredContacts: 200_000,
  maxReplayBytes: 64 * 1024 * 1024,
  maxReplayQueries: 4,
  replaySharedMs: 2_000,
  messageBurst: 60,
  messagesPerSecond: 20,
  maxUnreadable: 10,
  connectionsPerPerson: 20,
  maxConnections: 2_000,
};
