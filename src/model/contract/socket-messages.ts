import * as v from 'valibot';
import { registryLists } from '../registry/registries.ts';
import { asOfSchema, changeEpoch, changeSchema } from '../changes/change.ts';
import { authorSchema } from '../entities/author.ts';
import { operationId, maxListed, rowId, whole } from '../fields/value-fields.ts';
import { commandStatus, commandType } from '../entities/command.ts';
import { contactBounds, contactSchema } from '../entities/contact.ts';
import { receiverStateSchema } from '../entities/receiver.ts';
import { researcher, type RoleId, viewer } from '../entities/role.ts';
import { text } from '../fields/fields.ts';
import { instantMs } from '../fields/instant-fields.ts';

/**
 * The websocket's messages, both ways (SOCK-2): JSON `{ type, payload }` and, on contacts, `at`.
 *
 * **Positions.** The host numbers the contacts of a system 1, 2, 3, … for as long as its process lives
 * (`epoch`). A batch of live contacts carries `at: { epoch, from }`, the position of its first contact, so a
 * client sees at once what it missed, what came twice and what came out of order. A batch that fills an older
 * gap from the database is numbered within that answer (`stored`), so that a lost part of it is noticed too;
 * against what came live it is merged by the contact's identity. A client numbers its `subscribe` messages
 * (`ask`), and the answers name that number, so that a late answer to an earlier question is known as such.
 *
 * **Heartbeats.** A browser cannot see websocket pings, so the host also sends a `heartbeat` message: one as
 * soon as it has let the client in (until then an open socket may still be refused, and the client does not
 * count as connected), one every 2 s, and one for each `ping`. It names the position the next contact will
 * have, so that a lost last batch is noticed on a quiet line; and a client that hears none for 5 s says so.
 */

/**
 * The websocket's subprotocol; the token travels as a second one, `bearer.<access token>` (SOCK-5), never in
 * the URL.
 */
export const socketProtocol = 'telemetry.v1';
export const bearerProtocolPrefix = 'bearer.';

/** What a client offers when it opens a socket. */
export const socketProtocols = (token: string): readonly string[] => [socketProtocol, bearerProtocolPrefix + token];

/** The path of a system's socket on the websocket port. */
export function socketPath(mitasId: string): string {
  return `/socket/${encodeURIComponent(mitasId)}`;
}

/** Why the host closed a socket. Anything else is a lost connection and worth another try. */
export const closeCodes = {
  /** The token was not accepted, has expired or its session has ended: only a fresh token helps. */
  unauthorized: 4401,
  /** The person does not belong to this system. */
  forbidden: 4403,
  /**
   * The host does not know the page's origin, or the name under which the page reached it: its operator has
   * to configure it (PUBLIC_URL).
   */
  originRefused: 4405,
  /** The system does not exist or is switched off. */
  noSuchSystem: 4404,
  /** A frame was too large or the client sent nonsense too often. */
  badFrames: 4400,
  /** The person has too many sockets open already. */
  tooMany: 4429,
  /** The host is going down. */
  goingDown: 1001,
  /** The host could not do its own part: the code that the protocol has for that. */
  hostFailed: 1011,
} as const;

/**
 * How often the host sends a `heartbeat` (SOCK-10), and after how long without a frame the line is taken for
 * lost (SOCK-11), in ms.
 */
export const heartbeatMs = 2_000;
export const silenceMs = 30_000;

/** The largest frame the host accepts, and the largest the client does (bytes of UTF-8 and characters). */
export const maxClientFrameBytes = 64 * 1024;
export const maxHostFrameChars = 4 * 1024 * 1024;

/** How many contacts one frame carries at the most. */
export const maxContactsPerFrame = 5_000;

const position = whole(0, Number.MAX_SAFE_INTEGER);
const epoch = v.pipe(text(64), v.minLength(1));
const rxIds = v.pipe(v.array(rowId), v.maxLength(maxListed));

/**
 * What comes with a command besides the receivers: `commandIds`, by their places, so that a repeat is known
 * as one (the host makes them where they are missing); `expiresAt` (ms since the epoch) asks that it waits
 * for a receiver that is not online, at the longest until then (CMD-6).
 */
const asked = {
  commandIds: v.optional(v.pipe(v.array(operationId), v.minLength(1), v.maxLength(maxListed))),
  expiresAt: v.optional(instantMs),
};

/** How much room the host's disk has: nearly none is `low`, none is `full`: then nothing new is stored. */
export const storageStates = ['ok', 'low', 'full'] as const;
export type StorageState = (typeof storageStates)[number];

/** What a console may ask the host to look at again. */
export const invalidations = [
  'fleet',
  'states',
  'alarms',
  'config',
  'systems',
  'beacons',
  'account',
  'jobs',
  'commands',
  'collaborators',
  'dumpFiles',
  ...registryLists,
] as const;

/** Messages from the host. */
export const incomingSchemas = {
  /**
   * Something changed that the client should fetch again; `asOf`, where a change was too large to be sent, is
   * that change.
   */
  invalidate: v.object({
    type: v.literal('invalidate'),
    payload: v.array(v.picklist(invalidations)),
    asOf: v.optional(asOfSchema),
  }),
  /** One change of the system, in the order of their revisions, without a gap. */
  changed: v.object({ type: v.literal('changed'), payload: v.object({ epoch: changeEpoch, ...changeSchema.entries }) }),
  newRxState: v.object({ type: v.literal('newRxState'), payload: receiverStateSchema }),
  newRxModel: v.object({ type: v.literal('newRxModel'), payload: v.object({ rxId: v.number(), model: v.number() }) }),
  rxInfo: v.object({
    type: v.literal('rxInfo'),
    payload: v.object({
      rxId: v.number(),
      /** When the receiver said so, ms since the epoch. */
      ts: v.number(),
      voltage: v.nullable(v.number()),
      memoryUsedMb: v.nullable(v.number()),
      memoryTotalMb: v.nullable(v.number()),
      firmwareMajor: v.nullable(v.number()),
      firmwareMinor: v.nullable(v.number()),
      firmwarePatch: v.nullable(v.number()),
    }),
  }),
  /** When receivers were heard, as often as the host notes it (RX-43), and how far apart each uploads. */
  rxHeard: v.object({
    type: v.literal('rxHeard'),
    payload: v.pipe(
      v.array(v.object({ rxId: v.number(), ts: v.number(), uploadsEveryMs: v.nullable(v.number()) })),
      v.maxLength(maxListed),
    ),
  }),
  /** When the newest contacts of receivers were, as often as the host notes it (RX-49). */
  rxContacts: v.object({
    type: v.literal('rxContacts'),
    payload: v.pipe(v.array(v.object({ rxId: v.number(), ts: v.number() })), v.maxLength(maxListed)),
  }),
  /**
   * Of a replay (RPL-1), once a second while it plays: the contact with the time `played` was recorded at
   * `recorded`, both in ms since the epoch.
   */
  replayed: v.object({ type: v.literal('replayed'), payload: v.object({ played: v.number(), recorded: v.number() }) }),
  /** The receiver has it, and executes it. `at` in ms since the epoch, here and below. */
  commandAck: v.object({
    type: v.literal('commandAck'),
    payload: v.object({ commandId: operationId, rxId: v.number(), commandType, at: v.number() }),
  }),
  /**
   * What became of a command; when it is first told of also `by` who asked for it (null: the host), and until
   * when it waits or waited (`expiresAt`).
   */
  commandStatus: v.object({
    type: v.literal('commandStatus'),
    payload: v.object({
      commandId: operationId,
      rxId: v.number(),
      commandType,
      status: commandStatus,
      attemptNumber: v.optional(v.number()),
      error: v.nullable(v.string()),
      at: v.number(),
      by: v.optional(authorSchema),
      expiresAt: v.optional(v.nullable(v.number())),
    }),
  }),
  /**
   * Live contacts (`at`), or contacts that fill a gap (`stored`: which answer, and the number of the first
   * one in it, from 1; the newest come first). With those before it in that answer a frame brings all that is
   * stored since `since`, in ms; where that is missing, `gapFilled` alone says what came.
   */
  contact: v.object({
    type: v.literal('contact'),
    payload: v.union([contactSchema, v.pipe(v.array(contactSchema), v.maxLength(maxContactsPerFrame))]),
    at: v.optional(v.object({ epoch, from: position })),
    stored: v.optional(v.object({ replay: epoch, from: position, since: v.optional(v.number()) })),
  }),
  /**
   * The host is there. `ts` is its clock (ms since the epoch), by which clients name times in `since`. `at`
   * stands there for subscribers: all positions before `next` have been sent on this connection.
   */
  heartbeat: v.object({
    type: v.literal('heartbeat'),
    payload: v.object({
      mitasId: v.string(),
      ts: v.number(),
      at: v.optional(v.object({ epoch, next: position })),
      storage: v.optional(v.picklist(storageStates)),
      /** Up to which change everything was sent on this connection; nothing until the host knows. */
      changes: v.optional(asOfSchema),
    }),
  }),
  /**
   * The answer to `subscribe`. Live contacts follow from position `next`; `head` is the newest position at
   * that time, so the gap stays open until it is reached. `resumed` says whether `next` continues what the
   * client had; if not, and the client had named a time, the host now sends what it stored since, and then
   * `gapFilled`.
   */
  subscribed: v.object({
    type: v.literal('subscribed'),
    payload: v.object({
      topic: v.literal('receivers'),
      ask: v.optional(position),
      epoch,
      next: position,
      head: position,
      resumed: v.boolean(),
    }),
  }),
  /**
   * All that the host has of the gap is sent: `contacts` of them, in the answer `replay`. `complete` is false
   * when there were more than it sends; those sent are the newest.
   */
  gapFilled: v.object({
    type: v.literal('gapFilled'),
    payload: v.object({
      ask: v.optional(position),
      replay: epoch,
      since: v.number(),
      contacts: position,
      complete: v.boolean(),
    }),
  }),
  /**
   * Contacts from position `from` up to before `next` were not sent to this client, as it was too slow; none
   * of a position where both are equal: others were stored that this host never heard of.
   */
  dropped: v.object({ type: v.literal('dropped'), payload: v.object({ epoch, from: position, next: position }) }),
  /** The host could not use something the client sent; of commands it names those that it asked for. */
  refused: v.object({
    type: v.literal('refused'),
    payload: v.object({ message: v.string(), commandIds: v.optional(v.array(operationId)) }),
  }),
} as const;

export type IncomingType = keyof typeof incomingSchemas;
export type Incoming = { [T in IncomingType]: v.InferOutput<(typeof incomingSchemas)[T]> }[IncomingType];
export type IncomingOf<T extends IncomingType> = v.InferOutput<(typeof incomingSchemas)[T]>;

/** Messages to the host. */
export const outgoingSchemas = {
  /**
   * SOCK-4: `{ type: 'subscribe', payload: 'receivers' }`; `after` and `since` (ms) ask for what came while
   * the line was cut.
   */
  subscribe: v.object({
    type: v.literal('subscribe'),
    payload: v.literal('receivers'),
    ask: v.optional(position),
    after: v.optional(v.object({ epoch, position })),
    since: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(contactBounds.ts.max))),
  }),
  /** Asks for a `heartbeat` now: is the line alive? */
  ping: v.object({ type: v.literal('ping') }),
  unsubscribe: v.object({ type: v.literal('unsubscribe'), payload: v.literal('receivers') }),
  /** A fresh access token of the same session, so that the socket lives on when the first one expires. */
  authenticate: v.object({ type: v.literal('authenticate'), payload: text(8_192) }),
  rxUpdate: v.object({ type: v.literal('rxUpdate'), payload: rowId, ...asked }),
  rxReboot: v.object({ type: v.literal('rxReboot'), payload: rxIds, ...asked }),
  rxEraseMemory: v.object({ type: v.literal('rxEraseMemory'), payload: rxIds, ...asked }),
  rxSyncClock: v.object({ type: v.literal('rxSyncClock'), payload: rxIds, ...asked }),
  rxScheduleRefresh: v.object({ type: v.literal('rxScheduleRefresh'), payload: rxIds, ...asked }),
  rxForceRefresh: v.object({ type: v.literal('rxForceRefresh'), payload: rxIds, ...asked }),
} as const;

export type OutgoingType = keyof typeof outgoingSchemas;

/**
 * The role that each message needs in its system (ROLE-7: writes to receivers ≤ 3, and so is all that makes a
 * receiver do something). Lower id, more rights; the host enforces it, the client mirrors it.
 */
export const outgoingAccess = {
  subscribe: viewer,
  unsubscribe: viewer,
  ping: viewer,
  authenticate: viewer,
  rxUpdate: researcher,
  rxReboot: researcher,
  rxEraseMemory: researcher,
  rxSyncClock: researcher,
  rxScheduleRefresh: researcher,
  rxForceRefresh: researcher,
} as const satisfies Record<OutgoingType, RoleId>;
export type Outgoing = { [T in OutgoingType]: v.InferOutput<(typeof outgoingSchemas)[T]> }[OutgoingType];
export type OutgoingOf<T extends OutgoingType> = v.InferOutput<(typeof outgoingSchemas)[T]>;

/**
 * A command to receivers, as a person sends it (CMD-1); the other messages are the live line's own business.
 */
export type CommandMessage = OutgoingOf<Exclude<OutgoingType, 'subscribe' | 'unsubscribe' | 'ping' | 'authenticate'>>;
