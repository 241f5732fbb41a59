import { createReceiverKey } from '../../ingest/receiver-keys.ts';
import { AdminError, table, timeText, type AdminCommand } from './admin-command.ts';
import { findSystem } from './find.ts';

/** The keys by which receivers send contacts (decisions, Ingest). */
export const keysCommands: readonly AdminCommand[] = [
  {
    name: 'keys list',
    parameters: [],
    tells: 'all receiver keys; the keys themselves are not kept',
    async run({ database: { db } }) {
      const rows = await db
        .selectFrom('receiver_keys')
        .select(['id', 'system_id', 'name', 'created_at', 'last_used_at', 'revoked_at'])
        .orderBy('system_id')
        .orderBy('id')
        .execute();
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
        "There is no receiver key yet: 'keys create' makes one.",
      );
    },
  },
  {
    name: 'keys create',
    parameters: ['SYSTEM', 'NAME'],
    tells: 'make a receiver key; it is shown this once',
    async run({ database }, [systemId = '', name = '']) {
      const system = await findSystem(database, systemId);
      const key = await createReceiverKey(database, system.id, name);
      return [
        `Made key '${name}' of system '${system.id}'. It is shown this once:`,
        key,
        `Receivers send it as: Authorization: Receiver <key>, to POST /api/ingest/${system.id}/contacts`,
      ];
    },
  },
  {
    name: 'keys revoke',
    parameters: ['KEY'],
    tells: "make a receiver key useless, by its number in 'keys list'",
    async run({ database: { db } }, [id = '']) {
      const number = /^\d{1,9}$/.test(id) ? Number(id) : 0;
      const revoked = await db
        .updateTable('receiver_keys')
        .set({ revoked_at: new Date() })
        .where('id', '=', number)
        .where('revoked_at', 'is', null)
        .returning(['name', 'system_id'])
        .executeTakeFirst();
      if (revoked === undefined) throw new AdminError(`There is no valid key ${id}: 'keys list' shows their numbers.`);
      return [`Revoked key '${revoked.name}' of system '${revoked.system_id}'.`];
    },
  },
];
