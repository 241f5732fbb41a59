import * as v from 'valibot';
import { storable } from '../fields/fields.ts';

/** Receiver families (RX-1). An unknown model (-1) is treated as Orion. */
export const receiverModels = { unknown: -1, orion: 0, ares: 1 } as const;

export function modelName(model: number): string {
  if (model === receiverModels.orion) return 'Orion';
  return model === receiverModels.ares ? 'Ares' : 'Unknown';
}

/** Receiver status values (RX-10). */
export const receiverStatuses = { online: 4, rebooting: 3, ready: 2, open: 1, offline: 0, disabled: -1 } as const;
export type ReceiverStatusName = keyof typeof receiverStatuses;

/**
 * Returns the name of a status on the wire. Never throws: an unknown value is shown as offline, and the
 * caller counts it (RX-11).
 */
export function receiverStatusName(status: number): ReceiverStatusName {
  for (const [name, value] of Object.entries(receiverStatuses)) if (value === status) return name as ReceiverStatusName;
  return 'offline';
}

/** Returns true if `status` is one that RX-10 lists. */
export function isKnownStatus(status: number): boolean {
  return Object.values<number>(receiverStatuses).includes(status);
}

/**
 * Returns the status of a receiver (RX-12). `reported` is the status that it last reported, or null if it
 * never did; it is then offline if enabled, otherwise disabled. A receiver that was enabled again is offline
 * until it is heard.
 */
export function statusBy({ enabled }: { enabled: boolean }, reported: number | null): number {
  const { offline, disabled } = receiverStatuses;
  if (reported === null) return enabled ? offline : disabled;
  return enabled && reported === disabled ? offline : reported;
}

/** RX-5: the largest port. */
export const maxPort = 65_535;

const nullableNumber = v.nullable(v.number());

/** The names of receivers and sites: 1 to 45 characters (RX-3, SITE-2), with messages for a form field. */
export const aliasMaxLength = 45;
export const receiverAliasSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'A name is needed'),
  v.maxLength(aliasMaxLength, 'Cannot be longer'),
  storable,
);

/**
 * The basic fields of a receiver (RX-2). `statusTime` in ms since 1970, coordinates in degrees, memory in MB,
 * voltage in V.
 */
export const receiverSchema = v.object({
  id: v.number(),
  SiteId: v.nullable(v.number()),
  alias: v.string(),
  model: v.number(),
  ipAddress: v.string(),
  portNumber: v.number(),
  enabled: v.boolean(),
  status: v.number(),
  statusTime: nullableNumber,
  color: v.string(),
  latitude: nullableNumber,
  longitude: nullableNumber,
  memoryUsedMb: nullableNumber,
  memoryTotalMb: nullableNumber,
  voltage: nullableNumber,
  firmwareMajor: nullableNumber,
  firmwareMinor: nullableNumber,
  firmwarePatch: nullableNumber,
  /** When it last reported memory, voltage or firmware, ms since 1970; null if never. */
  infoTime: nullableNumber,
  /** When the host last heard it, by anything it sent, ms since 1970; null if never (RX-43). */
  heardTime: v.optional(nullableNumber, null),
  /** The time of its newest contact, ms since 1970; absent or null if it has none (RX-49). */
  contactTime: v.optional(nullableNumber),
  /** The time (ms) between uploads of a receiver that is offline in between; null for any other (RX-44). */
  uploadsEveryMs: v.optional(nullableNumber, null),
  /** Until when its alarms are silenced, ms since 1970 (ALM-12); absent or null if they are not. */
  snoozeUntil: v.optional(nullableNumber),
  /**
   * The revision that last changed it. Values that a receiver reports about itself do not count as changes.
   */
  rev: v.number(),
});
export type Receiver = v.InferOutput<typeof receiverSchema>;

/** A receiver's state at one time, as in GET states and `newRxState`; `ts` in ms since 1970. */
export const receiverStateSchema = v.object({ rxId: v.number(), state: v.number(), ts: v.number() });
export type ReceiverState = v.InferOutput<typeof receiverStateSchema>;

/** A receiver as dialogs name it. `siteId` is null if it has no site. */
export type NamedReceiver = { rxId: number; alias: string; siteId: number | null };

/** What charts show of a receiver: its name, its own colour and the point style of its site, if any. */
export type ReceiverLook = { readonly alias: string; readonly color: string; readonly pointStyle?: string | null };
export type ReceiverLooks = ReadonlyMap<number, ReceiverLook>;
