import { type Incoming, type IncomingOf, closeCodes } from '#model/contract/socket-messages.ts';
import { changeKinds } from '#model/changes/change-kinds.ts';
import { type RoleId, superuser } from '#model/entities/role.ts';
import { changeFor } from '../../platform/store/stored-change.ts';
import type { BusEvent } from '../../platform/bus/bus.ts';
import { notMember } from './doorkeeper.ts';
import type { HubClient } from './hub-client.ts';

type Published = Omit<Extract<BusEvent, { kind: 'changed' }>, 'kind' | 'mitasId'>;

/** What to load again after a change of one's own role; the list of systems follows with the membership. */
const everything: IncomingOf<'invalidate'>['payload'] = ['fleet', 'states', 'alarms', 'config', 'beacons'];

/** What lists show that no change of these says: who came, and which animals and transmitters are in use. */
const listsTouched: Readonly<Record<string, IncomingOf<'invalidate'>['payload']>> = {
  member: ['collaborators'],
  invitation: ['collaborators'],
  tag: ['animals', 'transmitters'],
};

/**
 * Sends a change to the consoles of its system, each by its role: what that may not see is withheld, never
 * that there was a change. A role that the change gives or takes holds from this very change on.
 */
export function publishChange(clients: readonly HubClient[], { epoch, change, entities }: Published): void {
  const changed = entities.includes('member') ? clients.filter((client) => applyRole(client, change)) : [];
  const asOf = { epoch, revision: change.revision };
  const frames = new Map<string, Buffer>();
  const frameFor = ({ role, userId }: HubClient): Buffer => {
    const key = `${role} ${change.by?.id === userId}`;
    const known = frames.get(key);
    if (known !== undefined) return known;
    // What it concerns is loaded once it is this change's turn, and so once: consoles ask what it was, as it
    // is missing.
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

/** Asks a console to load everything again, as its role is another one. */
export function invalidateEverything(client: HubClient): void {
  invalidate([client], everything);
}

/** Asks consoles to load these things again. */
export function invalidate(clients: readonly HubClient[], what: IncomingOf<'invalidate'>['payload']): void {
  const message = Buffer.from(JSON.stringify({ type: 'invalidate', payload: what } satisfies Incoming));
  for (const client of clients) client.send(message);
}

/**
 * Gives a socket the role that the change gave its person; true where it is another one. An operator's comes
 * from no system.
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
