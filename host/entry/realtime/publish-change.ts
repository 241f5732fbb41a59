import { type Incoming, type IncomingOf, closeCodes } from '#model/contract/socket-messages.ts';
import { changeKinds } from '#model/changes/change-kinds.ts';
import { type RoleId, superuser } from '#model/entities/role.ts';
import { changeFor } from '../../platform/store/stored-change.ts';
import type { BusEvent } from '../../platform/bus/bus.ts';
import { notMember } from './upgrade-handler.ts';
import type { HubClient } from './hub-client.ts';

type Published = Omit<Extract<BusEvent, { kind: 'changed' }>, 'kind' | 'mitasId'>;

/**
 * The data that a console reloads after its person's role changed. The check of the membership makes it
 * reload the list of systems.
 */
const everything: IncomingOf<'invalidate'>['payload'] = ['fleet', 'states', 'alarms', 'config', 'beacons'];

/**
 * The lists to reload after a change of an entity, because they show data that the change does not contain:
 * who joined, and which animals and transmitters are in use.
 */
const listsTouched: Readonly<Record<string, IncomingOf<'invalidate'>['payload']>> = {
  member: ['collaborators'],
  invitation: ['collaborators'],
  tag: ['animals', 'transmitters'],
};

/**
 * Sends a change to the consoles of its system. Contents that a console's role may not see are withheld, but
 * every console learns that there was a change. If the change sets a console's role, the new role already
 * applies to this change.
 */
export function publishChange(clients: readonly HubClient[], { epoch, change, entities }: Published): void {
  const changed = entities.includes('member') ? clients.filter((client) => applyRole(client, change)) : [];
  const asOf = { epoch, revision: change.revision };
  const frames = new Map<string, Buffer>();
  const frameFor = ({ role, userId }: HubClient): Buffer => {
    const key = `${role} ${change.by?.id === userId}`;
    const known = frames.get(key);
    if (known !== undefined) return known;
    // Do not send the contents of a large change: each console notices that it misses the change, and loads
    // it and the affected data once.
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

/** Makes consoles reload these kinds of data. */
export function invalidate(clients: readonly HubClient[], what: IncomingOf<'invalidate'>['payload']): void {
  const message = Buffer.from(JSON.stringify({ type: 'invalidate', payload: what } satisfies Incoming));
  for (const client of clients) client.send(message);
}

/**
 * Applies the role that a change gives to the socket's person, or disconnects a removed member. Returns true
 * if the role differs from before. An operator's role does not depend on the system.
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
