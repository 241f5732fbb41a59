import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Mistake } from '../../../../host/platform/mistake.ts';
import { adminCommands, understand } from '../../../../host/entry/admin/run-admin.ts';
import { watchOutsideChanges } from '../../../../host/domain/accounts/outside-changes.ts';
import { findReceiverKey } from '../../../../host/domain/accounts/receiver-keys.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { openDatabase } from '../../../../host/platform/store/database.ts';
import { copyContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { putPreparedData } from '../../../support/prepared-data.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

const root = path.join(import.meta.dirname, '../../../..');

type Said = { code: number | null; out: string; error: string };

/** Runs the real command as a process, with input on its standard input. */
function admin(env: Record<string, string>, args: string[], input = ''): Promise<Said> {
  const child = spawn(process.execPath, [path.join(root, 'host/entry/admin/admin-main.ts'), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
  });
  const said: Said = { code: null, out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said.out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said.error += chunk));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...said, code })));
}

describe('the admin command beside a running host (HOST-9)', () => {
  let host: TestHost;
  let stopWatching: () => Promise<void>;
  const run = (args: string[], input?: string) => admin({ DATABASE_URL: host.database.url }, args, input);
  /** Runs the command within this process, which saves a second each time. */
  const ask = async (args: string[], typed = ''): Promise<string> => {
    const asked = understand(args);
    if (asked.kind === 'help') return asked.lines.join('\n');
    return (await asked.run({ database: host.database, readPassword: () => Promise.resolve(typed), hostUrl: host.url })).join(
      '\n',
    );
  };
  const password = 'a quiet river bend';

  beforeAll(async () => {
    host = await startTestHost();
    stopWatching = watchOutsideChanges(host.database, host.bus, createLog({ level: 'fatal' }));
  });
  afterAll(async () => {
    await stopWatching();
    await host.close();
  });

  test('makes a host without demo data usable: a system, a user, a role, a receiver key', async () => {
    expect(await run(['systems', 'add', 'lab', '--name', 'The lab', '--timezone', 'America/Boise'])).toMatchObject({
      code: 0,
      error: '',
    });
    expect(
      await run(['users', 'add', 'ann', '--email', 'ann@lab.example', '--first-name', 'Ann'], `${password}\n`),
    ).toMatchObject({ code: 0, error: '' });
    expect(await run(['roles', 'grant', 'ann@lab.example', 'lab', 'owner'])).toEqual({
      code: 0,
      error: '',
      out: "'ann' is Owner in 'lab'.\n",
    });

    const browser = host.browser();
    const token = await browser.logIn('ann', password);
    const { status, json } = await browser.send('GET', '/api/mitashost/lab/config', { token });
    expect([status, json]).toMatchObject([200, { config: { commonName: 'The lab', timezone: 'America/Boise' } }]);

    const { out } = await run(['keys', 'create', 'lab', 'field box']);
    const key = out.split('\n')[1] ?? '';
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(await findReceiverKey(host.database, `Receiver ${key}`)).toMatchObject({ systemId: 'lab' });
    const { rows } = await host.database.pool.query<{ row: string }>('select k::text as row from receiver_keys k');
    expect(rows[0]?.row).not.toContain(key);
    const list = await ask(['keys', 'list']);
    expect(list).toMatch(/lab +field box .* valid/);
    expect(list).not.toContain(key);
    const id = /^(\d+) +lab/m.exec(list)?.[1] ?? '';
    await ask(['keys', 'revoke', id]);
    expect(await findReceiverKey(host.database, `Receiver ${key}`)).toBeNull();
    expect(await run(['keys', 'revoke', id])).toEqual({
      code: 2,
      out: '',
      error: `No valid key ${id}. 'keys list' shows the numbers.\n`,
    });
  });

  test('lists what there is', async () => {
    expect(await ask(['systems', 'list'])).toMatch(
      /^SYSTEM +NAME .*\nlab +The lab +ingest +online +America\/Boise +0 of 100 +1 /,
    );
    expect(await ask(['users', 'list'])).toMatch(/ann +ann@lab\.example +Ann +active/);
    expect(await ask(['roles', 'list'])).toMatch(/lab +ann +Owner \(1\)/);
  });

  test('a system expires when it is said, and is prolonged or left to go on; each is told in Activity (SYS-15, CHG-1)', async () => {
    const times = ['2020-03-31', '2027-03-31T18:00:00-07:00', 'never', 'never'];
    const listed: (string | undefined)[] = [];
    for (const time of times) {
      await ask(['systems', 'set', 'lab', '--expires', time]);
      const line = (await ask(['systems', 'list'])).split('\n').find((each) => each.startsWith('lab'));
      listed.push(/ {2}(\S+(?: \S+ UTC)?)$/.exec(line ?? '')?.[1]);
    }
    expect(listed).toEqual(['2020-03-31 00:00 UTC', '2027-04-01 01:00 UTC', 'never', 'never']);
    const { rows } = await host.database.pool.query<{ item: unknown }>(
      `select jsonb_build_array(through, items->0->'before', items->0->'after') as item from changes
        where system_id = 'lab' and items->0->>'kind' = 'system.expiryChanged' order by revision`,
    );
    const [past, coming] = [Date.UTC(2020, 2, 31), Date.UTC(2027, 3, 1, 1)];
    expect(rows.map(({ item }) => item)).toEqual([
      ['admin', { expiry: null }, { expiry: past }],
      ['admin', { expiry: past }, { expiry: coming }],
      ['admin', { expiry: coming }, { expiry: null }],
    ]);
  });

  test('another password ends the sessions of the person, and the running host hears of it (ACC-19)', async () => {
    const browser = host.browser();
    await browser.logIn('ann', password);
    expect((await run(['users', 'set-password', 'ann'], 'another river bend')).out).toMatch(/ended 2 session/);
    await expect.poll(() => host.events.filter(({ kind }) => kind === 'sessionEnded').length, { timeout: 10_000 }).toBe(2);
    expect((await browser.send('GET', '/api/public/access-token')).status).toBe(440);
    await host.browser().logIn('ann', 'another river bend');
    await expect(host.browser().logIn('ann', password)).rejects.toThrow('401');
  });

  test('a role taken away closes the system to the person at once (ACC-19, ROLE-9)', async () => {
    const browser = host.browser();
    const token = await browser.logIn('ann', 'another river bend');
    const config = async () => (await browser.send('GET', '/api/mitashost/lab/config', { token })).status;
    expect(await config()).toBe(200);
    expect(await run(['roles', 'revoke', 'ann', 'lab'])).toMatchObject({ code: 0 });
    await expect.poll(config, { timeout: 10_000 }).toBe(403);
    expect(host.events).toContainEqual({ kind: 'membershipChanged', userId: expect.any(Number), mitasId: 'lab' });
    await expect(ask(['roles', 'revoke', 'ann', 'lab'])).rejects.toThrow('has no role');
  });

  test('a disabled user cannot log in until enabled', async () => {
    await addPerson(host, 'bob');
    await ask(['users', 'disable', 'bob']);
    await expect(host.browser().logIn('bob', testPassword)).rejects.toThrow('401');
    await ask(['users', 'enable', 'bob']);
    await host.browser().logIn('bob', testPassword);
  });

  test('a system goes offline and comes back (SYS-7)', async () => {
    await addSystem(host, 'pond');
    await ask(['systems', 'set', 'pond', '--offline']);
    expect(await ask(['systems', 'list'])).toMatch(/pond .*offline/);
    await ask(['systems', 'set', 'pond', '--online', '--name', 'Pond']);
    expect(await ask(['systems', 'list'])).toMatch(/pond +Pond +ingest +online/);
  });

  test('a system that has expired takes no more receivers from the operator either (RX-33)', async () => {
    await ask(['systems', 'add', 'fen']);
    const expire = (time: string) => ask(['systems', 'set', 'fen', '--expires', time]);
    await expire('2020-03-31');
    await expect(ask(['receivers', 'add', 'fen', 'Reed'])).rejects.toThrow(
      new Mistake("System 'fen' has expired. It takes no more receivers."),
    );
    await expire('never');
    expect(await ask(['receivers', 'add', 'fen', 'Reed'])).toContain("Added receiver 'Reed'");
  });

  test('a receiver is made at its place, listed, taken back while it was never heard, and retired after (RX-24, RX-35)', async () => {
    expect((await ask(['systems', 'add', 'brook', '--max-receivers', '2'])).split('\n')).toEqual([
      "Created system 'brook'. Next:",
      '  npm run admin -- receivers add brook NAME',
      '  npm run admin -- keys create brook NAME    (prints the curl line that sends contacts)',
      '  npm run admin -- roles grant USER brook owner',
    ]);
    expect(await ask(['receivers', 'list', 'brook'])).toContain("Add one with 'receivers add brook NAME'");
    // West and south are negative; the value may follow after '=' or a blank.
    const place = ['--site', 'The bend', '--model', 'Ares', '--latitude=-45.5', '--longitude', '-113.89'];
    expect(await ask(['receivers', 'add', 'brook', ' Weir 1 ', ...place])).toMatch(
      /^Added receiver 'Weir 1' \(number \d+\) at the new site 'The bend' to system 'brook'\.\nNext:\n.*keys create brook NAME$/,
    );
    await ask(['keys', 'create', 'brook', 'box']);
    expect(await ask(['receivers', 'add', 'brook', 'Weir 2', '--site', 'The bend'])).toMatch(
      /at the site 'The bend'.*\n.*from now on/,
    );
    expect((await ask(['receivers', 'list', 'brook'])).replace(/^\d+/gm, '#').replace(/ +/g, ' ')).toBe(
      'NUMBER NAME SITE MODEL STATE LATITUDE LONGITUDE\n# Weir 1 The bend Ares offline -45.5 -113.89\n# Weir 2 The bend unknown offline – –',
    );
    await expect(ask(['receivers', 'add', 'brook', 'Weir 3'])).rejects.toThrow(
      "System 'brook' takes at most 2 receivers. Raise the limit with 'systems set brook --max-receivers N'.",
    );
    await expect(ask(['systems', 'set', 'brook', '--max-receivers', '1'])).rejects.toThrow("'brook' has 2 receivers already");
    await ask(['systems', 'set', 'brook', '--max-receivers', '3']);
    await ask(['receivers', 'add', 'brook', 'Weir 3']);
    expect(await ask(['systems', 'list'])).toMatch(/brook .* 3 of 3 /);

    await ask(['receivers', 'remove', 'brook', 'Weir 3']);
    const { id } = await host.database.db
      .selectFrom('receivers')
      .select('id')
      .where('alias', '=', 'Weir 1')
      .executeTakeFirstOrThrow();
    const ts = Date.UTC(2026, 4, 1);
    await copyContacts(host.database.pool, 'brook', [[{ rxId: id, ant: 1, freq: 150.5, code: 1, type: 8, power: -80, ts }]]);
    expect(await ask(['receivers', 'remove', 'brook', 'Weir 1'])).toContain("Retired receiver 'Weir 1'");
    await expect(ask(['receivers', 'remove', 'brook', 'Weir 3'])).rejects.toThrow("has no receiver 'Weir 3'");
    expect(await ask(['receivers', 'list', 'brook'])).not.toContain('Weir 1');
    expect(await ask(['systems', 'list'])).toMatch(/brook .* 1 of 3 /);
  });

  test('a refused receiver leaves no site behind (SITE-6)', async () => {
    await ask(['systems', 'add', 'creek']);
    await ask(['receivers', 'add', 'creek', 'Ford']);
    await expect(ask(['receivers', 'add', 'creek', 'Ford', '--site', 'New place'])).rejects.toThrow(
      /already has a receiver 'Ford' \(number \d+\)/,
    );
    const sites = await host.database.db.selectFrom('sites').select('alias').where('system_id', '=', 'creek').execute();
    expect(sites).toEqual([]);
  });

  test('the receivers of a simulated system are the simulator’s (SIM-6)', async () => {
    expect(await ask(['systems', 'add', 'toy', '--kind', 'simulated'])).not.toContain('receivers add');
    await expect(ask(['receivers', 'add', 'toy', 'Mine'])).rejects.toThrow("System 'toy' is simulated");
  });

  test('two valid keys of a system have two names; a revoked one’s is free again', async () => {
    await ask(['systems', 'add', 'moor']);
    const made = await ask(['keys', 'create', 'moor', 'laptop']);
    expect(made).toContain("'moor' has no receivers yet");
    const id = /^(\d+) +moor/m.exec(await ask(['keys', 'list']))?.[1] ?? '';
    await expect(ask(['keys', 'create', 'moor', 'laptop'])).rejects.toThrow(
      `System 'moor' already has a key 'laptop'. Choose another name, or revoke that key with 'keys revoke ${id}'.`,
    );
    await ask(['keys', 'create', 'lab', 'laptop']);
    await ask(['keys', 'revoke', id]);
    await ask(['keys', 'create', 'moor', 'laptop']);
  });

  test.each([
    [
      ['users', 'add', 'bad name', '--email', 'eve@lab.example'],
      'x',
      "'bad name' is not a valid username: A username has no spaces",
    ],
    [['users', 'add', '--email', 'eve@lab.example', '--', '-eve'], 'x', "'-eve' is not a valid username"],
    [['receivers', 'add', 'lab', 'x'.repeat(46)], '', 'is not a valid name for a receiver: use 1 to 45 characters.'],
    [['receivers', 'add', 'lab', ' '], '', "' ' is not a valid name for a receiver"],
    [['receivers', 'add', 'lab', 'R', '--site', ''], '', "'' is not a valid name for a site"],
    [['receivers', 'add', 'lab', 'R', '--model', 'apus'], '', "'apus' is not valid for --model: use orion or ares."],
    [['receivers', 'add', 'lab', 'R', '--latitude', '1'], '', 'Give --latitude and --longitude together, or neither.'],
    [['receivers', 'add', 'lab', 'R', '--latitude', '-91', '--longitude', '0'], '', "'-91' is not valid for --latitude"],
    [['receivers', 'add', 'lab', 'R', '--latitude', '1', '--longitude', 'W 3'], '', "'W 3' is not valid for --longitude"],
    [['receivers', 'add', 'lab', 'R', '--latitude', '0', '--longitude', '0'], '', 'cannot both be 0'],
    [['receivers', 'add', 'nosuch', 'R'], '', "No system 'nosuch'"],
    [['receivers', 'add', 'lab'], '', 'Usage: receivers add SYSTEM NAME [--site NAME] [--model orion|ares]'],
    [
      ['systems', 'add', 'x', '--max-receivers', '0'],
      '',
      "'0' is not valid for --max-receivers: use a whole number from 1 to 10000.",
    ],
    [['systems', 'set', 'lab', '--expires', '2027-02-30'], '', "'2027-02-30' is not valid for --expires: use a day such as"],
    [['systems', 'set', 'lab', '--expires', '2027-03-31T18:00'], '', "'2027-03-31T18:00' is not valid for --expires"],
    [['systems', 'set', 'lab', '--max-receivers', 'many'], '', "'many' is not valid for --max-receivers"],
    [['keys', 'create', 'lab', ' '], '', "' ' is not a valid key name: use 1 to 100 characters."],
    [['users', 'add', 'eve', '--email', 'eve@lab.example'], '1234567', 'Password must be at least 8 characters.'],
    [['users', 'add', 'eve', '--email', 'eve@lab.example'], 'password123', 'too common'],
    [['users', 'add', 'eve', '--email', 'nowhere'], 'x', "'nowhere' is not a valid --email: Invalid email."],
    [['users', 'add', 'ANN', '--email', 'eve@lab.example'], 'a quiet river', 'This username is taken.'],
    [['users', 'set-password', 'nobody'], 'x', "No user 'nobody'. 'users list' shows all users."],
    [['systems', 'add', 'lab'], '', "System 'lab' already exists"],
    [['systems', 'add', 'a b'], '', "'a b' is not a valid system id"],
    [['systems', 'add', 'x', '--timezone', 'Mars'], '', "'Mars' is not a timezone"],
    [['systems', 'add', 'x', '--timezone', 'PST'], '', "'PST' is not a timezone"],
    [['systems', 'add', 'x', '--kind', 'cloud'], '', '--kind must be one of ingest, simulated, replay.'],
    [['systems', 'set', 'lab'], '', 'Nothing to change'],
    [['systems', 'set', 'lab', '--online', '--offline'], '', 'Give --offline or --online, not both.'],
    [['systems', 'add'], '', 'Usage: systems add SYSTEM [--name TEXT]'],
    [['systems', 'add', 'x', '--colour', 'red'], '', "Unknown option '--colour'"],
    [['roles', 'grant', 'ann', 'nosuch', 'owner'], '', "No system 'nosuch'"],
    [['roles', 'grant', 'ann', 'lab', 'king'], '', "No role 'king'. Use one of Owner (1), Administrator (2)"],
    [['users', 'fly'], '', "Unknown command 'users fly'. Use one of 'users list', 'users add'"],
    [['dance'], '', "Unknown command 'dance'. 'npm run admin -- help' lists all commands."],
  ])('refuses %j and says why (RX-30, ERR-13)', async (args, typed, says) => {
    const refused = await ask(args, typed).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Mistake);
    expect((refused as Mistake).message).toContain(says);
  });

  test('says so when no password comes', async () => {
    const error = 'No password on standard input. Nothing was changed.\n';
    expect(await run(['users', 'add', 'eve', '--email', 'eve@lab.example'])).toEqual({ code: 2, out: '', error });
    expect(await ask(['users', 'list'])).not.toContain('eve');
  });

  test('explains itself', async () => {
    for (const out of [await ask([]), await ask(['help']), await ask(['users', '--help']), (await run([])).out]) {
      for (const { name } of adminCommands) expect(out).toContain(`  ${name}`);
    }
  });
});

test('the admin command works while no host runs, on the data folder that one made', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'admin alone '));
  const env = { DATA_DIR: folder };
  await putPreparedData(folder);
  // Makes the database as the start of a host does.
  await (await openDatabase({ dataDir: folder, log: createLog({ level: 'fatal' }) })).close();
  expect(await admin(env, ['systems', 'add', 'lab'])).toMatchObject({ code: 0, error: '' });
  expect((await admin(env, ['systems', 'list'])).out).toMatch(/lab +lab +ingest/);
  await rm(folder, { recursive: true });
});
