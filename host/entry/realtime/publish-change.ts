import { type Incoming, type IncomingOf, closeCodes } from '#model/contract/socket-messages.ts';
import { changeKinds } from '#model/changes/change-kinds.ts';
import { type RoleId, superuser } from '#model/entities/role.ts';
import { changeFor } from '../../platform/store/stored-change.ts';
import type { BusEvent } from '../../platform/bus/bus.ts';
import { notMember } from './upgrade-handler.ts';
import type { HubClient } from './hub-client.ts';

type Published = Omit<Extract<BusEvent, { kind: 'changed' }>, 'kind' | 'mitasId'>;

/** The data to reload after one's role changed. The list of systems is reloaded with the membership. */
const everything: IncomingOf<'invalidate'>['payload'] = ['fleet', 'states', 'alarms', 'config', 'beacons'];

/** Lists whose other data these changes lack: who joined, which animals and transmitters are in use. */
const listsTouched: Readonly<Record<string, IncomingOf<'invalidate'>['payload']>> = {
  member: ['collaborators'],
  invitation: ['collaborators'],
  tag: ['animals', 'transmitters'],
};

/**
 * Sends a change to the consoles of its system. Contents that a console's role may not see are withheld, but
 * not the fact of the change. A role that the change sets applies to this change already.
 */
export function publishChange(clients: readonly HubClient[], { epoch, change, entities }: Published): void {
  const changed = entities.includes('member') ? clients.filter((client) => applyRole(client, change)) : [];
  const asOf = { epoch, revision: change.revision };
  const frames = new Map<string, Buffer>();
  const frameFor = ({ role, userId }: HubClient): Buffer => {
    const key = `${role} ${change.by?.id === userId}`;
    const known = frames.get(key);
    if (known !== undefined) return known;
    // A large change is not sent with its contents: each console then finds it missing, and loads it and what
    // it concerns once.
    const message: Incoming = change.isLarge
      ? { type: 'invalidate', payload: [], asOf }
      : { type: 'changed', payload: { epoch, ...changeFor(change, { role, userId }) } };
    const frame = Buffer.from(JSON.stringify(message));
    frames.set(key, frame);
    return frame;
  };
  for (const client of clients) client.send(frameFor(client));
  for (const client of changed) invalidateEverything(client);
  const touched = new Set(entities.flatMap((entity) => listsTouched[entity] ?? []));
  if (touched.size > 0) invalidate(clients, [...touched]);
}

/** Makes a console reload everything because its role changed. */
export function invalidateEverything(client: HubClient): void {
  invalidate([client], everything);
}

/** Makes consoles reload these things. */
export function invalidate(clients: readonly HubClient[], what: IncomingOf<'invalidate'>['payload']): void {
  const message = Buffer.from(JSON.stringify({ type: 'invalidate', payload: what } satisfies Incoming));
  for (const client of clients) client.send(message);
}

/**
 * Applies the new role of the socket's person. Returns true if it differs. An operator's role does not depend
 * on the system.
 */
function applyRole(client: HubClient, { items }: Published['change']): boolean {
  if (client.role === superuser) return false;
  const own = items.findLast(({ kind, id }) => changeKinds[kind].entity === 'member' && id === client.userId);
  if (own === undefined) return false;
  if (own.kind === 'member.removed') {
    client.socket.close(closeCodes.forbidden, notMember);
    return false;
  }
  const role = (own.after as { RoleId: RoleId }).RoleId;
  return client.setRole(role);
}
