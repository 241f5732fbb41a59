import { noteSecurity } from '../../domain/accounts/security-notes.ts';
import { noticeMs, retiringMs, rotateSigningKeys } from '../../domain/accounts/signing-keys.ts';
import { adminName, table, timeText, type AdminCommand } from './admin-command.ts';

/** The keys by which the host signs who is logged in. */
export const signingKeysCommands: readonly AdminCommand[] = [
  {
    name: 'signing-keys list',
    parameters: [],
    tells: 'the keys that sign access tokens and device cookies; their secrets are never shown',
    async run({ database: { db } }) {
      const rows = await db
        .selectFrom('signing_keys')
        .select(['id', 'purpose', 'created_at', 'superseded_at', 'retired_at'])
        .orderBy('purpose')
        .orderBy('created_at')
        .execute();
      return table(
        ['KEY', 'SIGNS', 'SINCE', 'STATE'],
        rows.map((row) => [row.id, row.purpose === 'token' ? 'logins' : 'devices', timeText(row.created_at), stateOf(row)]),
        'There is no signing key yet: the first start of the host makes them.',
      );
    },
  },
  {
    name: 'signing-keys rotate',
    parameters: [],
    tells: 'sign with a new key; nobody is logged out, a running host follows within seconds',
    async run({ database }) {
      const kid = await database.db.transaction().execute(async (db) => {
        const made = await rotateSigningKeys(db);
        await noteSecurity({ db }, { event: 'signingKey.rotated', kid: made, by: adminName });
        return made;
      });
      const seconds = noticeMs / 1000;
      return [
        `Made signing key ${kid}. It signs in ${seconds} seconds, when every host knows it;`,
        `the one before it verifies for another ${retiringMs / 60_000} minutes, and then nothing.`,
      ];
    },
  },
];

function stateOf({ superseded_at, retired_at }: { superseded_at: Date | null; retired_at: Date | null }): string {
  if (superseded_at === null || superseded_at.getTime() > Date.now()) return 'signs';
  if (retired_at !== null || Date.now() - superseded_at.getTime() > retiringMs) return `retired ${timeText(superseded_at)}`;
  return 'verifies';
}
