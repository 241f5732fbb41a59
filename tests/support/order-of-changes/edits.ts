import type { AskedItem } from '#model/changes/asked-item.ts';
import type { FleetModel } from '#model/journal/read-models/fleet.ts';
import type { State } from './oracle-host.ts';

/**
 * Returns an edit of something that the console shows. Mostly it sets a unique `value`, which shows when it
 * was set; sometimes the value that is already there.
 */
export function editOf(shown: FleetModel, host: State, { a, b, value }: { a: number; b: number; value: string }): AskedItem {
  const ids = [...Object.keys(shown.receivers), '1'].map(Number);
  const siteIds = [...Object.keys(shown.sites), '1'].map(Number);
  const id = ids[a % ids.length]!;
  const siteId = siteIds[a % siteIds.length]!;
  const present = host.receivers.find((row) => row.id === id);
  const choices: readonly (() => AskedItem)[] = [
    () => ({ kind: 'receiver.renamed', id, after: { alias: value } }),
    () => ({ kind: 'receiver.recoloured', id, after: { color: value } }),
    () => ({ kind: 'receiver.renamed', id, after: { alias: present?.alias ?? value } }),
    () => ({ kind: 'receiver.recoloured', id, after: { color: present?.color ?? value } }),
    () => ({ kind: 'receiver.enabledChanged', id, after: { enabled: b % 2 === 0 } }),
    () => ({ kind: 'receiver.moved', id, after: { SiteId: siteId } }),
    () => ({ kind: Math.floor(b / choices.length) % 2 === 0 ? 'receiver.deleted' : 'receiver.retired', id, after: null }),
    () => ({ kind: 'site.renamed', id: siteId, after: { alias: value } }),
    () => ({ kind: 'site.recoloured', id: siteId, after: { color: value } }),
    () => ({ kind: 'site.deleted', id: siteId, after: null }),
    () => ({ kind: 'site.created', id: host.nextId++, after: { alias: value, color: value, pointStyle: 'star' } }),
    () => newReceiver(host),
    () => ({ kind: 'system.renamed', id: 1, after: { commonName: value } }),
  ];
  return choices[b % choices.length]!();
}

/** Returns a receiver with an id that is never used again. */
export function newReceiver(host: State): AskedItem {
  const id = host.nextId++;
  const after = { SiteId: 1, alias: `rx ${id}`, model: 0, ipAddress: '10.0.0.9', portNumber: 20_009, enabled: true };
  return { kind: 'receiver.created', id, after: { ...after, color: '#000000', latitude: null, longitude: null } };
}
