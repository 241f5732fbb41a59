import { pino } from 'pino';
import { understand } from '../../../host/entry/admin/run-admin.ts';
import { openDatabase, type Database } from '../../../host/platform/store/database.ts';
import { browserTimezone } from './browser-timezone.ts';

/** Somebody who can log in. */
export type Person = { username: string; password: string };

/**
 * Who runs the host: what `npm run admin` can do while it runs, and its database for what no command does.
 */
export type Operator = {
  database: Database;
  /** Runs one command of `npm run admin`; answers the lines it prints. */
  admin(words: readonly string[], password?: string): Promise<string[]>;
  /**
   * A new person with these roles, by system. Their timezone is the browser's, as of somebody who was here
   * before: else each first page would set it, and be told to load the account again, while the test works
   * (ACC-17).
   */
  addPerson(roles: Readonly<Record<string, string>>): Promise<Person>;
  close(): Promise<void>;
};

let people = 0;

/** Opens the database of the host that runs on that data folder. */
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
