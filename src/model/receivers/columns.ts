import { type Receiver, modelName, receiverStatusName } from '../entities/receiver.ts';
import { hasReported, memoryUsedPercent, receiverHealth } from '../entities/receiver-health.ts';

/** The columns of the receivers' list, in their order; the list can be sorted by each (FLEET-1). */
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

/** The header of each column. */
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

/** The tooltip of an unknown model. */
export const unknownModelText = 'Mitas will determine the receiver model when it comes online';

/** Shown if the receiver has no card (RX-19). */
export const noCardText = 'No SD card inserted';

/** Returns true if the receiver is online and its reported values are current (RX-29). */
export function isRunning(rx: Receiver): boolean {
  return rx.enabled && receiverStatusName(rx.status) === 'online' && hasReported(rx);
}

/**
 * Returns an address such as '10.0.0.7:20001'; null without an IP address, because a port alone is useless
 * (RX-4).
 */
export function addressText({ ipAddress, portNumber }: Pick<Receiver, 'ipAddress' | 'portNumber'>): string | null {
  return ipAddress === '' ? null : `${ipAddress}:${portNumber}`;
}

/** Returns a version such as '7.10' or '7.10.2'; null if unknown. */
export function firmwareText(rx: Pick<Receiver, 'firmwareMajor' | 'firmwareMinor' | 'firmwarePatch'>): string | null {
  if (rx.firmwareMajor === null) return null;
  return [rx.firmwareMajor, rx.firmwareMinor, rx.firmwarePatch].filter((part) => part !== null).join('.');
}

/**
 * Returns when a receiver was last in contact, ms since the epoch: the latest of a contact, a report and a
 * state that it can only have reached by answering. Null if never (FLEET-2).
 */
export function lastContactOf(rx: Pick<Receiver, 'status' | 'statusTime' | 'infoTime' | 'heardTime'>): number | null {
  const answered = ['offline', 'disabled'].includes(receiverStatusName(rx.status)) ? null : rx.statusTime;
  const times = [answered, rx.infoTime, rx.heardTime].filter((time) => time !== null);
  return times.length === 0 ? null : Math.max(...times);
}

/**
 * Returns true if each of these receivers is known to have been in contact, so that deleting it retires it
 * (RX-35). False proves nothing: the page does not know all old contacts.
 */
export function areHeard(receivers: readonly (Receiver | undefined)[]): boolean {
  return (
    receivers.length > 0 && receivers.every((rx) => rx !== undefined && (lastContactOf(rx) ?? rx.contactTime ?? null) !== null)
  );
}

const byLabel = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const healthOrder = { error: 0, warn: 1, pass: 2, disabled: 3 } as const;

/** The value by which each column sorts; null (unknown) always sorts last. */
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
    // Sort receivers without any contact as if they had been silent for longest.
    heard: { number: ({ contactTime }) => contactTime ?? 0 },
    contact: { number: lastContactOf },
    enabled: { number: ({ enabled }) => (enabled ? 0 : 1) },
  };

/** Returns the receivers sorted by a column; ties are sorted by name. */
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
