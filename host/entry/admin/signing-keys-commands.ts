import { noteSecurity } from '../../domain/accounts/security-notes.ts';
import { noticeMs, retiringMs, rotateSigningKeys } from '../../domain/accounts/signing-keys.ts';
import { listSigningKeys } from '../../platform/store/accounts/signing-keys.ts';
import { inTransaction } from '../../platform/store/database.ts';
import { adminName, table, timeText, type AdminCommand } from './admin-command.ts';

/** Commands for the keys with which the host signs logins. */
export const signingKeysCommands: readonly AdminCommand[] = [
  {
    name: 'signing-keys list',
    parameters: [],
    summary: 'list the keys that sign access tokens and device cookies; never shows their secrets',
    async run({ database }) {
      const rows = await listSigningKeys(database);
      return table(
        ['KEY', 'SIGNS', 'SINCE', 'STATE'],
        rows.map((row) => [row.id, row.purpose === 'token' ? 'logins' : 'devices', timeText(row.created_at), stateOf(row)]),
        'No signing keys yet. The first start of the host creates them.',
      );
    },
  },
  {
    name: 'signing-keys rotate',
    parameters: [],
    summary: 'sign with a new key; logs nobody out, and a running host follows within seconds',
    async run({ database }) {
      const kid = await inTransaction(database, async (transaction) => {
        const made = await rotateSigningKeys(transaction);
        await noteSecurity(transaction, { event: 'signingKey.rotated', kid: made, by: adminName });
        return made;
      });
      const seconds = noticeMs / 1000;
      return [
        `Created signing key ${kid}. It starts to sign in ${seconds} seconds, when every host knows it.`,
        `The previous key verifies for another ${retiringMs / 60_000} minutes.`,
      ];
    },
  },
];

function stateOf({ superseded_at, retired_at }: { superseded_at: Date | null; retired_at: Date | null }): string {
  if (superseded_at === null || superseded_at.getTime() > Date.now()) return 'signs';
  if (retired_at !== null || Date.now() - superseded_at.getTime() > retiringMs) return `retired ${timeText(superseded_at)}`;
  return 'verifies';
}
