import { heartbeatMs, silenceMs } from '#model/contract/socket-messages.ts';
import { windowMs } from '#model/live/live-settings.ts';
import type { RingBounds } from './contact-ring.ts';

/** The hub's bounds and times (ms), so that tests can make them short. */
export type HubSettings = {
  /** Contacts are gathered this long, and sent at most 10 times a second to each client (SOCK-16). */
  flushMs: number;
  /** Websocket pings, and the silence after which a peer is dropped (SOCK-11). */
  pingMs: number;
  silenceMs: number;
  heartbeatMs: number;
  /** How often expiry, silence, pings and heartbeats are looked at. */
  sweepMs: number;
  /** An upgrade that is not let in by then is given up. */
  handshakeMs: number;
  /** How long one who was turned away has to hang up. */
  farewellMs: number;
  /** How long a session is remembered as ended: longer than a handshake may take that began before. */
  endedMemoryMs: number;
  /** With so many bytes unsent a client gets no further contacts until they have drained. */
  congestedBytes: number;
  /** With so many bytes unsent a client is dropped; it comes back and catches up. */
  overflowBytes: number;
  ring: RingBounds;
  /** The most contacts sent from storage to fill one gap, the newest first chosen. */
  maxStoredContacts: number;
  /** The most bytes of answers from storage that wait for slow clients of one system. */
  maxReplayBytes: number;
  /** Queries for stored contacts that run at a time, over all systems. */
  maxReplayQueries: number;
  /** Clients that ask for nearly the same gap within this time share one answer. */
  replaySharedMs: number;
  /** Frames a client may send: so many at once, and so many per second in the long run. */
  messageBurst: number;
  messagesPerSecond: number;
  /** Frames that make no sense before a client is dropped. */
  maxUnreadable: number;
  /** Browsers and devices of one person together. */
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
