import { Mistake } from '../../platform/mistake.ts';
import { longestKeyName } from '#model/entities/key.ts';
import { endReceiverKey, makeReceiverKey } from '../../domain/accounts/receiver-keys.ts';
import { allReceiverKeys } from '../../platform/store/accounts/receiver-keys.ts';
import { type Db, inTransaction } from '../../platform/store/database.ts';
import { countReceivers } from '../../platform/store/fleet/receivers.ts';
import { adminName, table, timeText, type AdminCommand } from './admin-command.ts';
import { wantedSystem } from '../wanted-system.ts';

/** Commands for the keys with which receivers send contacts (ING-8). */
export const keysCommands: readonly AdminCommand[] = [
  {
    name: 'keys list',
    parameters: [],
    summary: 'list all receiver keys; the host does not keep the keys themselves',
    async run({ database }) {
      const rows = await allReceiverKeys(database);
      return table(
        ['KEY', 'SYSTEM', 'NAME', 'SINCE', 'LAST USED', 'STATE'],
        rows.map((row) => [
          String(row.id),
          row.system_id,
          row.name,
          timeText(row.created_at),
          timeText(row.last_used_at),
          row.revoked_at === null ? 'valid' : `revoked ${timeText(row.revoked_at)}`,
        ]),
        "No receiver keys yet. 'keys create' makes one.",
      );
    },
  },
  {
    name: 'keys create',
    parameters: ['SYSTEM', 'NAME'],
    summary: 'create a receiver key; it is shown only once',
    async run({ database, hostUrl, isNoneUp = false }, [systemId = '', name = '']) {
      const system = await wantedSystem(database, systemId);
      if (name.trim() === '' || name.length > longestKeyName)
        throw new Mistake(`'${name}' is not a valid key name: use 1 to ${longestKeyName} characters.`);
      const key = await createKey(database, system.id, name);
      const receivers = await countReceivers(database, system.id);
      return [
        `Created key '${name}' for system '${system.id}'. It is shown only once:`,
        key,
        ...(receivers === 0
          ? [`'${system.id}' has no receivers yet, and the host refuses contacts of unknown ones. Add them with 'receivers add'.`]
          : []),
        'Send contacts like this, one per line (docs/ingest.md has an example):',
        `  curl -H 'Authorization: Receiver ${key}' -H 'Content-Type: application/x-ndjson' \\`,
        `    --data-binary @contacts.ndjson ${hostUrl}/api/ingest/${system.id}/contacts`,
        ...(isNoneUp ? ['No host runs on this data folder. If yours runs elsewhere, use the address that it printed.'] : []),
      ];
    },
  },
  {
    name: 'keys revoke',
    parameters: ['KEY'],
    summary: "revoke a receiver key, by its number in 'keys list'",
    async run({ database }, [id = '']) {
      const number = /^\d{1,9}$/.test(id) ? Number(id) : 0;
      const revoked = await inTransaction(database, (within) => endReceiverKey(within, { id: number, by: adminName }));
      if (revoked === undefined) throw new Mistake(`No valid key ${id}. 'keys list' shows the numbers.`);
      return [`Revoked key '${revoked.name}' of system '${revoked.system_id}'.`];
    },
  },
];

async function createKey(database: Db, systemId: string, name: string): Promise<string> {
  const made = await inTransaction(database, (within) => makeReceiverKey(within, { systemId, name, by: adminName }));
  if (made.ok) return made.value.key;
  const { text, taken } = made.reason;
  throw new Mistake(
    taken === null
      ? `${text} Revoke one with 'keys revoke'.`
      : `${text} Choose another name, or revoke that key with 'keys revoke ${taken}'.`,
  );
}
