import { pino } from 'pino';
import { understand } from '../../../host/entry/admin/run-admin.ts';
import { openDatabase, type Database } from '../../../host/platform/store/database.ts';
import { browserTimezone } from './browser-timezone.ts';

/** A person who can log in. */
export type Person = { username: string; password: string };

/**
 * The person who runs the host: what `npm run admin` can do while it runs, and its database for everything
 * else.
 */
export type Operator = {
  database: Database;
  /** Runs one command of `npm run admin` and returns the lines it prints. */
  admin(words: readonly string[], password?: string): Promise<string[]>;
  /**
   * Adds a person with these roles, by system. Their timezone is the browser's, as for a returning person:
   * otherwise every first page would set it and load the account again during the test (ACC-17).
   */
  addPerson(roles: Readonly<Record<string, string>>): Promise<Person>;
  close(): Promise<void>;
};

let people = 0;

/** Opens the database of the host that uses that data folder. */
export async function openOperator(dataDir: string): Promise<Operator> {
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) });
  const admin: Operator['admin'] = async (words, password) => {
    const asked = understand(words);
    if (asked.kind === 'help') return asked.lines;
    return asked.run({ database, readPassword: async () => password ?? '', hostUrl: '' });
  };
  return {
    database,
    admin,
    async addPerson(roles) {
      const username = `person-${process.pid}-${++people}`;
      const password = 'tame otters forty-two';
      const names = ['--first-name', 'Robin', '--last-name', `Field ${people}`];
      await admin(['users', 'add', username, '--email', `${username}@example.org`, ...names], password);
      await database.db.updateTable('users').set({ timezone: browserTimezone }).where('username', '=', username).execute();
      for (const [system, role] of Object.entries(roles)) await admin(['roles', 'grant', username, system, role]);
      return { username, password };
    },
    close: () => database.close(),
  };
}
