import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Mistake } from '../../../../host/platform/mistake.ts';
import { takenField } from '../../../../host/platform/store/accounts/users.ts';
import { understand } from '../../../../host/entry/admin/run-admin.ts';
import { readImportOptions } from '../../../../host/entry/import/import-options.ts';
import { openTarget } from '../../../../host/entry/import/import-target.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

const account = '/api/app/client/account';

/** Choosing the name or email of another person does not take over their login. */
describe.each(triedEngines)('login names on the %s database (ACC-3)', (engine) => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startTestHost({ engine });
  });
  afterAll(() => host.close());

  const admin = async (...args: string[]) => {
    const asked = understand(args);
    if (asked.kind === 'help') throw new Error('That is no command');
    const context = { database: host.database, readPassword: () => Promise.resolve('a quiet river bend'), hostUrl: host.url };
    return (await asked.run(context)).join('\n');
  };
  const change = async (who: string, body: object) => {
    const browser = host.browser();
    const token = await browser.logIn(who, testPassword);
    const { json } = await browser.send('GET', account, { token });
    const { firstName, lastName, username, email } = json as Record<string, string>;
    return browser.send('PATCH', account, { token, body: { firstName, lastName, username, email, ...body } });
  };
  const problem = ({ status, json }: { status: number; json: unknown }) => {
    const { error } = json as { error: { type: string; field?: string } };
    return [status, error.type, error.field];
  };

  test('a person cannot name themselves by the email of another, whatever it looks like', async () => {
    await addPerson(host, 'owner');
    await addPerson(host, 'thief');
    for (const username of ['owner@example.org', 'OWNER@Example.org', 'owner＠example.org', 'owner﹫example.org', 'a@b']) {
      expect(problem(await change('thief', { username }))).toEqual([400, 'InvalidRequest', 'username']);
      await expect(admin('users', 'add', username, '--email', 'new@example.org')).rejects.toThrow(Mistake);
    }
    expect((await host.browser().logIn('owner@example.org', testPassword)).length).toBeGreaterThan(10);
  });

  test('the database itself refuses it, also when both come at the same moment', async () => {
    const users = () => host.database.db.insertInto('users');
    await expect(users().values({ username: 'owner@example.org', email: 'x1@example.org' }).execute()).rejects.toThrow(
      /username/,
    );
    for (let round = 0; round < 10; round++) {
      // Calls refuse an email without @; the database does not rely on that.
      const name = `Racer${round}`;
      const results = await Promise.allSettled([
        users()
          .values({ username: name, email: `first${round}@example.org` })
          .execute(),
        users()
          .values({ username: `second${round}`, email: name.toUpperCase() })
          .execute(),
        users()
          .values({ username: `third${round}`, email: name.toLowerCase() })
          .execute(),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected') expect(takenField(result.reason)).toMatchObject({ status: 409 });
    }
  });

  test('letters that fold differently in the browser and in the database are one name', async () => {
    await addPerson(host, 'Élodie');
    await addPerson(host, 'fin');
    // The same letters composed and decomposed, in capitals, and as a ligature.
    for (const name of ['élodie', 'ÉLODIE', 'e\u0301lodie', 'ﬁn', 'FIN']) {
      expect((await host.browser().logIn(name, testPassword)).length).toBeGreaterThan(10);
    }
    for (const username of ['E\u0301LODIE', 'ﬁn']) {
      expect(problem(await change('thief', { username }))).toEqual([409, 'Conflict', 'username']);
    }
  });

  test('a name that is free again is taken by the next', async () => {
    await addPerson(host, 'first');
    expect((await change('first', { username: 'moved' })).status).toBe(200);
    await addPerson(host, 'second');
    expect((await change('second', { username: 'first' })).status).toBe(200);
    await host.database.db.deleteFrom('users').where('username', '=', 'moved').execute();
    expect((await change('first', { username: 'moved' })).status).toBe(200);
  });

  test('a role goes to nobody when two people share the name, and both are named', async () => {
    const victim = await addPerson(host, 'victim');
    const squatter = await addPerson(host, 'squatter');
    await addSystem(host, 'lab');
    await shareName(victim, squatter, 'victim@example.org');
    const refused = await admin('roles', 'grant', 'victim@example.org', 'lab', 'owner').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Mistake);
    expect((refused as Error).message).toContain(`@${victim}`);
    expect((refused as Error).message).toContain(`@${squatter}`);
    const asMember = readImportOptions(['--system', 'imported', '--create', '--member', 'victim@example.org', 'x.csv']);
    await expect(openTarget(host.database, asMember!, [])).rejects.toThrow(`@${victim} (username 'victim'`);
    expect(await host.database.db.selectFrom('memberships').selectAll().execute()).toEqual([]);
    for (const name of ['victim@example.org', 'nobody@example.org']) {
      const answer = await host.browser().send('POST', '/api/public/login', { body: { username: name, password: testPassword } });
      expect([answer.status, answer.json]).toEqual([
        401,
        { error: { code: 401, type: 'InvalidCredentials', message: 'The username or the password is wrong' } },
      ]);
    }
    await host.browser().logIn('victim', testPassword);
    expect(await admin('users', 'list')).toMatch(/victim .*shares 'victim@example\.org'/);

    // The operator renames the other account by its number, and the name works for its owner again.
    await admin('users', 'set', `@${squatter}`, '--username', 'renamed');
    await host.browser().logIn('victim@example.org', testPassword);
    expect(await admin('roles', 'grant', 'victim@example.org', 'lab', 'owner')).toBe("'victim' is Owner in 'lab'.");
  });

  /** Makes two people share a name, as before login names were checked and as the migration found them. */
  async function shareName(victim: number, squatter: number, name: string): Promise<void> {
    await host.database.pool.query(`
      alter table users disable trigger users_login_names;
      update users set username = '${name}' where id = ${squatter};
      update login_names set user_id = null where name = '${name}';
      delete from login_names where user_id = ${squatter} and name = 'squatter';
      alter table users enable trigger users_login_names;`);
    expect(victim).not.toBe(squatter);
  }

  describe('another email (ACC-15)', () => {
    const password = testPassword;
    test('asks for the password, by field', async () => {
      await addPerson(host, 'mail');
      expect(problem(await change('mail', { email: 'new@mail.example' }))).toEqual([400, 'InvalidRequest', 'password']);
      expect(problem(await change('mail', { email: 'new@mail.example', password: 'a wrong guess' }))).toEqual([
        403,
        'InvalidCredentials',
        'password',
      ]);
      expect(problem(await change('mail', { email: 'MAIL@example.org' }))).toEqual([400, 'InvalidRequest', 'password']);
      expect((await change('mail', { firstName: 'Other' })).status).toBe(200);
      const answer = await change('mail', { email: 'new@mail.example', password });
      expect(answer).toMatchObject({
        status: 200,
        json: { firstName: 'Other', lastName: 'mail', email: 'mail@example.org', pendingEmail: 'new@mail.example' },
      });
    });

    test('forgets slips once the password was right', async () => {
      await addPerson(host, 'slips');
      for (let round = 0; round < 3; round++) {
        for (let i = 0; i < 8; i++)
          expect((await change('slips', { email: 'x@slips.example', password: 'wrong' })).status).toBe(403);
        expect((await change('slips', { email: `${round}@slips.example`, password })).status).toBe(200);
      }
    });

    test('bears a few guesses only', async () => {
      await addPerson(host, 'guessed');
      const browser = host.browser();
      const token = await browser.logIn('guessed', testPassword);
      const guess = (text: string) =>
        browser.send('PATCH', account, {
          token,
          body: { firstName: 'A', lastName: 'B', username: 'guessed', email: 'thief@example.net', password: text },
        });
      for (let i = 0; i < 10; i++) expect((await guess(`guess ${i}`)).status).toBe(403);
      const refused = await guess(password);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });
});
