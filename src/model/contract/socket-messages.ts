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
 * The messages of the websocket, both ways (SOCK-2): JSON `{ type, payload }` and, with contacts, `at`.
 *
 * **Positions.** The host numbers the contacts of a system 1, 2, 3, … while its process lives (`epoch`). A
 * batch of live contacts has `at: { epoch, from }`, the position of its first contact, so that a client
 * notices missing, repeated and disordered contacts at once. When the host fills an older gap from the
 * database, it numbers the contacts within that answer (`stored`), so that a client also notices a lost part
 * of it. The client recognises contacts that it already has by their identity. A client numbers its
 * `subscribe` messages (`ask`), and answers repeat that number, so that the client recognises a late answer
 * to an earlier message.
 *
 * **Heartbeats.** A browser cannot see websocket pings, so the host also sends `heartbeat` messages: one when
 * it accepts the client, one every 2 s, and one for each `ping`. A client counts as connected from the first
 * heartbeat, because the host may still refuse an open socket. A heartbeat has the position of the next
 * contact, so that a client on a quiet line notices if the last batch was lost. A client that gets no
 * heartbeat for 5 s reports the line as silent.
 */

/**
 * The websocket's subprotocol. The token is sent as a second one, `bearer.<access token>` (SOCK-5), never in
 * the URL.
 */
export const socketProtocol = 'telemetry.v1';
export const bearerProtocolPrefix = 'bearer.';

export const socketProtocols = (token: string): readonly string[] => [socketProtocol, bearerProtocolPrefix + token];

export function socketPath(mitasId: string): string {
  return `/socket/${encodeURIComponent(mitasId)}`;
}

/** Why the host closed a socket. After any other code, the connection was lost and the client tries again. */
export const closeCodes = {
  /** The token was refused, has expired, or its session has ended: only a fresh token helps. */
  unauthorized: 4401,
  /** The person is not a member of this system. */
  forbidden: 4403,
  /**
   * The host does not know the page's origin, or the name under which the page reached it. Its operator must
   * configure it (PUBLIC_URL).
   */
  originRefused: 4405,
  /** The system does not exist or is disabled. */
  noSuchSystem: 4404,
  /** A frame was too large, or the client sent invalid frames too often. */
  badFrames: 4400,
  /** The person has too many sockets open already. */
  tooMany: 4429,
  /** The host is shutting down. */
  goingDown: 1001,
  /** The host failed; this is the protocol's own code for that. */
  hostFailed: 1011,
} as const;

/**
 * How often the host sends a `heartbeat` (SOCK-10), and how long a line may be silent before it counts as
 * lost (SOCK-11), in ms.
 */
export const heartbeatMs = 2_000;
export const silenceMs = 30_000;

/** The largest frame that the host accepts (bytes of UTF-8), and that the client accepts (characters). */
export const maxClientFrameBytes = 64 * 1024;
export const maxHostFrameChars = 4 * 1024 * 1024;

/** The maximum number of contacts in one frame. */
export const maxContactsPerFrame = 5_000;

const position = whole(0, Number.MAX_SAFE_INTEGER);
const epoch = v.pipe(text(64), v.minLength(1));
const rxIds = v.pipe(v.array(rowId), v.maxLength(maxListed));

/**
 * The optional fields of a command. `commandIds` has one id for each receiver, in the order of the receivers,
 * so that the host recognises a repeated command; the host creates missing ids. `expiresAt` (ms since 1970)
 * is the time until which the command may wait for a receiver that is not online (CMD-6).
 */
const asked = {
  commandIds: v.optional(v.pipe(v.array(operationId), v.minLength(1), v.maxLength(maxListed))),
  expiresAt: v.optional(instantMs),
};

/** The state of the host's disk: `low` is nearly full, `full` means that nothing new is stored. */
export const storageStates = ['ok', 'low', 'full'] as const;
export type StorageState = (typeof storageStates)[number];

/** The kinds of data that the host can ask a console to load again. */
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
   * Asks the client to load data again. If the reason is a change that was too large to send, `asOf` is its
   * revision.
   */
  invalidate: v.object({
    type: v.literal('invalidate'),
    payload: v.array(v.picklist(invalidations)),
    asOf: v.optional(asOfSchema),
  }),
  /** One change of the system. Changes come in the order of their revisions, without a gap. */
  changed: v.object({ type: v.literal('changed'), payload: v.object({ epoch: changeEpoch, ...changeSchema.entries }) }),
  newRxState: v.object({ type: v.literal('newRxState'), payload: receiverStateSchema }),
  newRxModel: v.object({ type: v.literal('newRxModel'), payload: v.object({ rxId: v.number(), model: v.number() }) }),
  rxInfo: v.object({
    type: v.literal('rxInfo'),
    payload: v.object({
      rxId: v.number(),
      /** When the receiver reported this, ms since 1970. */
      ts: v.number(),
      voltage: v.nullable(v.number()),
      memoryUsedMb: v.nullable(v.number()),
      memoryTotalMb: v.nullable(v.number()),
      firmwareMajor: v.nullable(v.number()),
      firmwareMinor: v.nullable(v.number()),
      firmwarePatch: v.nullable(v.number()),
    }),
  }),
  /**
   * When receivers were last heard, and how often each uploads (ms). Sent as often as the host records it
   * (RX-43).
   */
  rxHeard: v.object({
    type: v.literal('rxHeard'),
    payload: v.pipe(
      v.array(v.object({ rxId: v.number(), ts: v.number(), uploadsEveryMs: v.nullable(v.number()) })),
      v.maxLength(maxListed),
    ),
  }),
  /** The times of receivers' newest contacts. Sent as often as the host records them (RX-49). */
  rxContacts: v.object({
    type: v.literal('rxContacts'),
    payload: v.pipe(v.array(v.object({ rxId: v.number(), ts: v.number() })), v.maxLength(maxListed)),
  }),
  /**
   * Sent once a second during a replay (RPL-1): a contact whose time is now `played` was originally recorded
   * at `recorded`. Both are in ms since 1970.
   */
  replayed: v.object({ type: v.literal('replayed'), payload: v.object({ played: v.number(), recorded: v.number() }) }),
  /** The receiver has received the command and executes it. Here and below, `at` is in ms since 1970. */
  commandAck: v.object({
    type: v.literal('commandAck'),
    payload: v.object({ commandId: operationId, rxId: v.number(), commandType, at: v.number() }),
  }),
  /**
   * The status of a command. The first message also has `by`, the person who sent the command (null: the
   * host). For a command that waits or waited, `expiresAt` is the time until which it may wait.
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
   * Live contacts (`at`), or stored contacts that fill a gap (`stored`), newest first. In `stored`, `replay`
   * identifies the answer, and `from` is the number of the first contact within it, from 1. If `since` (ms)
   * is set, this frame and the earlier frames of the answer together have all stored contacts since then.
   * Otherwise only `gapFilled` says what the answer covers.
   */
  contact: v.object({
    type: v.literal('contact'),
    payload: v.union([contactSchema, v.pipe(v.array(contactSchema), v.maxLength(maxContactsPerFrame))]),
    at: v.optional(v.object({ epoch, from: position })),
    stored: v.optional(v.object({ replay: epoch, from: position, since: v.optional(v.number()) })),
  }),
  /**
   * A sign of life. `ts` is the host's clock (ms since 1970), which clients use in `since`. Only subscribers
   * get `at`: all positions before `next` have been sent on this connection.
   */
  heartbeat: v.object({
    type: v.literal('heartbeat'),
    payload: v.object({
      mitasId: v.string(),
      ts: v.number(),
      at: v.optional(v.object({ epoch, next: position })),
      storage: v.optional(v.picklist(storageStates)),
      /** All changes up to this revision were sent on this connection. Absent until the host knows it. */
      changes: v.optional(asOfSchema),
    }),
  }),
  /**
   * The answer to `subscribe`. Live contacts follow from position `next`. `head` is the newest position so
   * far: until the client reaches it, contacts are missing. `resumed` is true if `next` continues what the
   * client had. If it is false and the client sent `since`, the host now sends the contacts stored since
   * then, and then `gapFilled`.
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
   * Ends the stored answer `replay`. `contacts` is the number of contacts in it. `complete` is false if the
   * gap has more contacts than the host sends; the host then sent the newest.
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
   * The contacts from position `from` up to but not including `next` were not sent, because this client was
   * too slow. If both are equal, contacts were stored that this host never published. In both cases the
   * client requests the stored contacts.
   */
  dropped: v.object({ type: v.literal('dropped'), payload: v.object({ epoch, from: position, next: position }) }),
  /** The host refused something that the client sent. `commandIds` lists the commands in it. */
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
   * SOCK-4: `{ type: 'subscribe', payload: 'receivers' }`. `after` and `since` (ms) request what the client
   * missed while the line was broken.
   */
  subscribe: v.object({
    type: v.literal('subscribe'),
    payload: v.literal('receivers'),
    ask: v.optional(position),
    after: v.optional(v.object({ epoch, position })),
    since: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(contactBounds.ts.max))),
  }),
  /** Requests a `heartbeat` now, to check that the line is alive. */
  ping: v.object({ type: v.literal('ping') }),
  unsubscribe: v.object({ type: v.literal('unsubscribe'), payload: v.literal('receivers') }),
  /**
   * Sends a fresh access token of the same session, so that the socket stays open after the first token
   * expires.
   */
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
 * The role that each message requires (ROLE-7: writing to receivers takes 3 or lower, and so does everything
 * that makes a receiver act). A lower id has more rights. The host enforces it, the client mirrors it.
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

/** A command to receivers, as a person sends it (CMD-1). The other messages only serve the live line. */
export type CommandMessage = OutgoingOf<Exclude<OutgoingType, 'subscribe' | 'unsubscribe' | 'ping' | 'authenticate'>>;
