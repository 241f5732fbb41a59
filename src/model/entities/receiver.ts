import * as v from 'valibot';
import { storable } from '../fields/fields.ts';

/** Receiver families (RX-1). An unknown model (-1) is treated as Orion. */
export const receiverModels = { unknown: -1, orion: 0, ares: 1 } as const;

/** What the families are called. */
export function modelName(model: number): string {
  if (model === receiverModels.orion) return 'Orion';
  return model === receiverModels.ares ? 'Ares' : 'Unknown';
}

/** Receiver status values (RX-10). */
export const receiverStatuses = { online: 4, rebooting: 3, ready: 2, open: 1, offline: 0, disabled: -1 } as const;
export type ReceiverStatusName = keyof typeof receiverStatuses;

/**
 * The name of a wire status. Unknown values are shown as offline and counted by the caller, never thrown
 * (RX-11).
 */
export function receiverStatusName(status: number): ReceiverStatusName {
  for (const [name, value] of Object.entries(receiverStatuses)) if (value === status) return name as ReceiverStatusName;
  return 'offline';
}

/** True when `status` is one that RX-10 lists. */
export function isKnownStatus(status: number): boolean {
  return Object.values<number>(receiverStatuses).includes(status);
}

/**
 * The status of a receiver by what it last reported, null where it never did (RX-12): one that never was on
 * is disabled, and one that was switched on again is offline until it is heard.
 */
export function statusBy({ enabled }: { enabled: boolean }, reported: number | null): number {
  const { offline, disabled } = receiverStatuses;
  if (reported === null) return enabled ? offline : disabled;
  return enabled && reported === disabled ? offline : reported;
}

/** RX-5: the largest port. */
export const maxPort = 65_535;

const nullableNumber = v.nullable(v.number());

/** What receivers and sites are called: 1 to 45 characters (RX-3, SITE-2), in the words of a field for it. */
export const aliasMaxLength = 45;
export const receiverAliasSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'A name is needed'),
  v.maxLength(aliasMaxLength, 'Cannot be longer'),
  storable,
);

/**
 * The basic fields of a receiver (RX-2); `statusTime` in ms since the epoch, coordinates in degrees, memory
 * in MB, voltage in V.
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
  /** When it last reported memory, voltage or firmware, ms since the epoch; null where it never did. */
  infoTime: nullableNumber,
  /** When the host last heard it, by whatever it sent, ms since the epoch; null: never (RX-43). */
  heardTime: v.optional(nullableNumber, null),
  /** When the newest contact of it was, ms since the epoch; not there, or null: it has none (RX-49). */
  contactTime: v.optional(nullableNumber),
  /** How far apart (ms) it uploads, where it is away between; null where it does not (RX-44). */
  uploadsEveryMs: v.optional(nullableNumber, null),
  /** Until when its alarms are silenced, ms since the epoch (ALM-12); not there, or null: they are not. */
  snoozeUntil: v.optional(nullableNumber),
  /** The revision that changed it last; what it reports of itself is no change. */
  rev: v.number(),
});
export type Receiver = v.InferOutput<typeof receiverSchema>;

/** One receiver's state at one time, as GET states and `newRxState` carry it; `ts` in ms since the epoch. */
export const receiverStateSchema = v.object({ rxId: v.number(), state: v.number(), ts: v.number() });
export type ReceiverState = v.InferOutput<typeof receiverStateSchema>;

/** A receiver as a dialog names it, and the site at which it stands; null for none. */
export type NamedReceiver = { rxId: number; alias: string; siteId: number | null };

/** What the charts know of a receiver: its name, its own colour and the point style of its site, if any. */
export type ReceiverLook = { readonly alias: string; readonly color: string; readonly pointStyle?: string | null };
export type ReceiverLooks = ReadonlyMap<number, ReceiverLook>;
