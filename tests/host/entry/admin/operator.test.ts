import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { understand } from '../../../../host/entry/admin/run-admin.ts';
import { watchOutsideChanges } from '../../../../host/domain/accounts/outside-changes.ts';
import { noteSecurity } from '../../../../host/domain/accounts/security-notes.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { collaboratorCalls } from '#model/contract/collaborator-calls.ts';
import { systemRoles } from '#model/entities/role.ts';
import type { HostConfig, System } from '#model/entities/system.ts';
import * as v from 'valibot';
import { triedEngines } from '../../../support/test-database.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';
import { planted } from '../../../support/planted.ts';

/** The host's operator belongs to no system and still sees all; no command grants role 0. */
describe.each(triedEngines)('the operator on the %s database (ROLE-2)', (engine) => {
  let host: TestHost;
  let token: string;
  let operator: number;
  let member: number;
  beforeAll(async () => {
    host = await startTestHost({ engine });
    operator = await addPerson(host, 'operator', { superuser: true });
    member = await addPerson(host, 'member');
    await addSystem(host, 'north', [[member, 2]]);
    await addSystem(host, 'south', [[operator, 4]]);
    await addSystem(host, 'west');
    token = await host.browser().logIn('operator', testPassword);
  });
  afterAll(() => host.close());

  const systemsOf = async (of: string) =>
    ((await host.browser().send('GET', '/api/app/client/mitas', { token: of })).json as { systems: System[] }).systems;

  test('sees every system as its superuser, also one that they are a viewer of; mails are for members', async () => {
    const systems = await systemsOf(token);
    expect(systems.map(({ mitasId, RoleId, lastSeenAlarmId, email }) => [mitasId, RoleId, lastSeenAlarmId, email])).toEqual([
      ['north', 0, null, { emailsEnabled: false, emailAlarms: false, emailReports: false, emailTagSpotted: false }],
      ['south', 0, 0, { emailsEnabled: true, emailAlarms: true, emailReports: true, emailTagSpotted: true }],
      ['west', 0, null, { emailsEnabled: false, emailAlarms: false, emailReports: false, emailTagSpotted: false }],
    ]);
    const own = await systemsOf(await host.browser().logIn('member', testPassword));
    expect(own.map(({ mitasId, RoleId }) => [mitasId, RoleId])).toEqual([['north', 2]]);
  });

  test('reads a system’s settings without being a member, and gets no mail of it', async () => {
    const config = async (mitasId: string) =>
      ((await host.browser().send('GET', `/api/mitashost/${mitasId}/config`, { token })).json as { config: HostConfig }).config;
    const none = { emailsEnabled: false, emailAlarms: false, emailReports: false, emailTagSpotted: false };
    expect((await config('west')).email).toEqual(none);
    expect((await config('south')).email).toEqual({
      ...none,
      emailsEnabled: true,
      emailAlarms: true,
      emailReports: true,
      emailTagSpotted: true,
    });
    await planted(host.database).updateTable('systems').set({ emails_enabled: false }).where('id', '=', 'south').execute();
    expect((await config('south')).email.emailsEnabled).toBe(false);
  });

  test('is shown which systems have expired (SYS-18)', async () => {
    const mark = async (expiry: Date | null) => {
      await planted(host.database).updateTable('systems').set({ expiry }).where('id', '=', 'west').execute();
      return (await systemsOf(token)).map(({ mitasId, expired }) => [mitasId, expired]);
    };
    const day = 86_400_000;
    const [north, south] = [
      ['north', false],
      ['south', false],
    ];
    expect(await mark(new Date(Date.now() - day))).toEqual([north, south, ['west', true]]);
    expect(await mark(new Date(Date.now() + day))).toEqual([north, south, ['west', false]]);
    expect(await mark(null)).toEqual([north, south, ['west', false]]);
  });

  test('chooses any system as their own; a member only theirs', async () => {
    const browser = host.browser();
    const of = await browser.logIn('operator', testPassword);
    expect((await browser.send('PATCH', '/api/app/client/host', { token: of, body: { mitasId: 'west' } })).status).toBe(200);
    const other = host.browser();
    const ofMember = await other.logIn('member', testPassword);
    expect((await other.send('PATCH', '/api/app/client/host', { token: ofMember, body: { mitasId: 'west' } })).status).toBe(403);
  });

  test('is who `users` says, no longer and no sooner', async () => {
    const { authority } = host.accounts;
    expect(await authority.isSuperuser(operator)).toBe(true);
    expect(await authority.isSuperuser(member)).toBe(false);
    expect(await authority.isSuperuser(2_000_000_000)).toBe(false);
    expect(await authority.membership(operator, 'west')).toMatchObject({ role: 0 });
    expect(await authority.membership(member, 'west')).toBeNull();
  });

  test('hears at once that a system was switched off, by the event that says so', async () => {
    const { authority } = host.accounts;
    await addSystem(host, 'switched');
    expect(await authority.membership(operator, 'switched')).toMatchObject({ state: 'running' });
    await planted(host.database).updateTable('systems').set({ offline: true }).where('id', '=', 'switched').execute();
    expect(await authority.membership(operator, 'switched')).toMatchObject({ state: 'running' });
    host.bus.publish({ kind: 'systemsChanged', mitasIds: ['switched'] });
    expect(await authority.membership(operator, 'switched')).toMatchObject({ state: 'offline' });
  });

  test('who is made one, or no longer is, is judged again in every system at once: their live line ends there', async () => {
    const second = await addPerson(host, 'second');
    const lines: string[] = [];
    const log = createLog({ destination: { write: (line) => void lines.push(line) } });
    const stop = watchOutsideChanges(host.database, host.bus, log, { everyMs: 50 });
    await noteSecurity(host.database, { event: 'account.created', userId: second, by: 'this test' });
    // The watch only reports changes after its first look.
    await expect.poll(() => lines.join('')).toContain('this test');
    const systems = async () =>
      (await host.database.db.selectFrom('systems').select('id').orderBy('id').execute()).map(({ id }) => id);
    try {
      for (const option of ['--superuser', '--no-superuser']) {
        const from = host.events.length;
        const asked = understand(['users', 'set', 'second', option]);
        if (asked.kind === 'help') throw new Error('That is no command');
        await asked.run({ database: host.database, readPassword: () => Promise.resolve(''), hostUrl: host.url });
        const told = () =>
          host.events
            .slice(from)
            .flatMap((event) => (event.kind === 'membershipChanged' && event.userId === second ? [event.mitasId] : []));
        await expect.poll(() => told().toSorted(), { timeout: 6_000 }).toEqual(await systems());
      }
      expect(await host.accounts.authority.membership(second, 'west')).toBeNull();
    } finally {
      await stop();
    }
  });

  test('says that a backup was put back: another order of changes begins in every system (CHG-8)', async () => {
    const orders = async () =>
      Object.fromEntries(
        (await host.database.db.selectFrom('system_revisions').select(['system_id', 'epoch']).execute()).map((row) => [
          row.system_id,
          row.epoch,
        ]),
      );
    const before = await orders();
    const asked = understand(['systems', 'restored']);
    if (asked.kind === 'help') throw new Error('That is no command');
    const said = await asked.run({ database: host.database, readPassword: () => Promise.resolve(''), hostUrl: host.url });
    const after = await orders();
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(Object.keys(after).filter((id) => after[id] === before[id])).toEqual([]);
    expect(said.join()).toContain(`${Object.keys(after).length} systems`);
    // A running host notices, and so do its consoles.
    await expect.poll(() => host.feed.positionOf('west')?.epoch, { timeout: 6_000 }).toBe(after['west']);
    const stale = `/api/mitashost/west/changes?after=0&epoch=${before['west']}`;
    expect((await host.browser().send('GET', stale, { token })).status).toBe(410);
  });

  test('is offered by no system as a role', async () => {
    for (const { roles } of await systemsOf(token)) expect(roles.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(systemRoles.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  test('is made by no call, and the database takes no membership of role 0', async () => {
    for (const role of [0, -1, 5, 1.5, '0', null]) {
      expect(v.safeParse(collaboratorCalls.inviteCollaborator.body, { email: 'a@b.example', roleId: role }).success).toBe(false);
      expect(v.safeParse(collaboratorCalls.setCollaboratorRole.body, { collaboratorId: 1, newRoleId: role }).success).toBe(false);
    }
    expect(v.safeParse(collaboratorCalls.inviteCollaborator.body, { email: 'a@b.example', roleId: 1 }).success).toBe(true);
    const grant = planted(host.database).insertInto('memberships').values({ user_id: member, system_id: 'west', role_id: 0 });
    await expect(grant.execute()).rejects.toThrow('memberships_role_id_check');
  });
});
