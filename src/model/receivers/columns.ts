import { type Receiver, modelName, receiverStatusName } from '../entities/receiver.ts';
import { hasReported, memoryUsedPercent, receiverHealth } from '../entities/receiver-health.ts';

/** By what the list of receivers can be sorted: its columns, in their order (FLEET-1). */
export const columnIds = [
  'name',
  'status',
  'health',
  'address',
  'model',
  'memory',
  'voltage',
  'firmware',
  'heard',
  'contact',
  'enabled',
] as const;
export type ColumnId = (typeof columnIds)[number];

/** What stands above a column. */
export const columnLabels: Readonly<Record<ColumnId, string>> = {
  name: 'Name',
  status: 'Status',
  health: 'Health',
  address: 'Address',
  model: 'Model',
  memory: 'Memory',
  voltage: 'Voltage',
  firmware: 'Firmware',
  heard: 'Last heard',
  contact: 'Last report',
  enabled: 'Enabled',
};

export type Sort = { readonly by: ColumnId; readonly direction: 'ascending' | 'descending' };
export const byName: Sort = { by: 'name', direction: 'ascending' };

/** What the tooltip of a model says that is not known yet. */
export const unknownModelText = 'Mitas will determine the receiver model when it comes online';

/** RX-19. */
export const noCardText = 'No SD card inserted';

/** True when what a receiver reported of itself is of now (RX-29). */
export function isRunning(rx: Receiver): boolean {
  return rx.enabled && receiverStatusName(rx.status) === 'online' && hasReported(rx);
}

/** '10.0.0.7:20001'; null of a receiver without an IP address (RX-4), which a port alone does not reach. */
export function addressText({ ipAddress, portNumber }: Pick<Receiver, 'ipAddress' | 'portNumber'>): string | null {
  return ipAddress === '' ? null : `${ipAddress}:${portNumber}`;
}

/** '7.10', or '7.10.2'; null where it is not known. */
export function firmwareText(rx: Pick<Receiver, 'firmwareMajor' | 'firmwareMinor' | 'firmwarePatch'>): string | null {
  if (rx.firmwareMajor === null) return null;
  return [rx.firmwareMajor, rx.firmwareMinor, rx.firmwarePatch].filter((part) => part !== null).join('.');
}

/**
 * When a receiver was last in contact, ms since the epoch: when it was heard, reported of itself, or came to
 * a state that it has only by answering; null where it never did (FLEET-2).
 */
export function lastContactOf(rx: Pick<Receiver, 'status' | 'statusTime' | 'infoTime' | 'heardTime'>): number | null {
  const answered = ['offline', 'disabled'].includes(receiverStatusName(rx.status)) ? null : rx.statusTime;
  const times = [answered, rx.infoTime, rx.heardTime].filter((time) => time !== null);
  return times.length === 0 ? null : Math.max(...times);
}

/**
 * True where each of these is known to have been heard, so that it is retired where it is deleted (RX-35).
 * Another one may have been heard long ago.
 */
export function areHeard(receivers: readonly (Receiver | undefined)[]): boolean {
  return (
    receivers.length > 0 && receivers.every((rx) => rx !== undefined && (lastContactOf(rx) ?? rx.contactTime ?? null) !== null)
  );
}

const byLabel = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const healthOrder = { error: 0, warn: 1, pass: 2, disabled: 3 } as const;

/** What a column is sorted by; null for what is not known, which comes last either way. */
const keys: Readonly<Record<ColumnId, { text: (rx: Receiver) => string | null } | { number: (rx: Receiver) => number | null }>> =
  {
    name: { text: ({ alias }) => alias },
    status: { number: ({ enabled, status }) => (enabled ? -status : 2) },
    health: { number: (rx) => healthOrder[receiverHealth(rx)] },
    address: { text: addressText },
    model: { text: ({ model }) => modelName(model) },
    memory: { number: (rx) => (isRunning(rx) ? memoryUsedPercent(rx) : null) },
    voltage: { number: (rx) => (isRunning(rx) ? rx.voltage : null) },
    firmware: { text: (rx) => (isRunning(rx) ? firmwareText(rx) : null) },
    // One that never heard anything has been silent longest.
    heard: { number: ({ contactTime }) => contactTime ?? 0 },
    contact: { number: lastContactOf },
    enabled: { number: ({ enabled }) => (enabled ? 0 : 1) },
  };

/** Receivers in the order of a column, those that are equal in it by their names. */
export function sorted(receivers: readonly Receiver[], { by, direction }: Sort): readonly Receiver[] {
  const turn = direction === 'ascending' ? 1 : -1;
  const key = keys[by];
  return 'text' in key
    ? ordered(receivers, key.text, (one, other) => turn * byLabel.compare(one, other))
    : ordered(receivers, key.number, (one, other) => turn * (one - other));
}

function ordered<Key extends string | number>(
  receivers: readonly Receiver[],
  keyOf: (rx: Receiver) => Key | null,
  compareKeys: (one: Key, other: Key) => number,
): readonly Receiver[] {
  const keyed = receivers.map((rx) => ({ rx, key: keyOf(rx) }));
  keyed.sort((one, other) => {
    if (one.key === null || other.key === null)
      return Number(one.key === null) - Number(other.key === null) || compareNames(one.rx, other.rx);
    return compareKeys(one.key, other.key) || compareNames(one.rx, other.rx);
  });
  return keyed.map(({ rx }) => rx);
}

function compareNames(one: Receiver, other: Receiver): number {
  return byLabel.compare(one.alias, other.alias) || one.id - other.id;
}
