import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Collaborator } from '#model/entities/collaborator.ts';
import type { RoleId } from '#model/entities/role.ts';
import { closeCodes } from '#model/contract/socket-messages.ts';
import { type ChangeStage, changeStage, type Sitter } from '../../../support/change-stage.ts';
import { type MailStage, startMailServer } from '../../../support/mail-server.ts';
import { type MailReaders, readMails, statuses, told } from '../../../support/people-stage.ts';
import { planted } from '../../../support/planted.ts';
import { addPerson, addSystem } from '../../../support/test-host.ts';

const password = 'a quiet river bend';
const patience = { timeout: 30_000, interval: 20 };

let server: MailStage;
let mails: MailReaders;
let stage: ChangeStage;
let people = 0;

beforeAll(async () => {
  server = await startMailServer();
  mails = readMails(server);
  stage = await changeStage({ smtpUrl: server.url });
});
afterAll(async () => {
  await stage.close();
  await server.close();
});
// Two emails of an invitation to one address must be a minute apart: here that minute is over.
beforeEach(() => sql`update mail_outbox set created_at = created_at - interval '2 minutes'`.execute(stage.host.database.db));

const called = (name: string) => `${name}${(people += 1)}`;
const sit = (name: string, role: RoleId | null) => stage.sit(called(name), role);
/** Makes a call about a system's people. */
const at = (who: Sitter, method: string, path = '', more: Parameters<Sitter['call']>[2] = {}) =>
  who.call(method, `/../../app/mitas/${stage.river}/collaborators${path}`, more);
const list = async (who: Sitter) => (await at(who, 'GET')).json as { collaborators: Collaborator[]; roles: { id: number }[] };
const rowOf = async (who: Sitter, id: number) => (await list(who)).collaborators.find((row) => row.id === id);
const invite = (who: Sitter, email: string, roleId: number, more = {}) =>
  at(who, 'POST', '', { body: { email, roleId }, ...more });
const unlink = (who: Sitter, id: number) => at(who, 'DELETE', `?collaboratorId=${id}`);
const setRole = (who: Sitter, id: number, newRoleId: number) =>
  at(who, 'PATCH', `/${id}/role`, { body: { collaboratorId: id, newRoleId } });
const undo = (who: Sitter, { json }: { json: unknown }) =>
  who.call('POST', `/changes/${(json as { revision: number }).revision}/undo`, { body: {} });
const ask = (method: string, path: string, body: unknown) => stage.host.browser().send(method, path, { body });
const changesSince = async (who: Sitter, after: number) =>
  ((await who.call('GET', `/changes?after=${after}`)).json as { changes: { items: { kind: string }[] }[] }).changes;

/** Invites a person; returns their row, and the emailed link. */
async function guest(host: Sitter, email: string, roleId = 4) {
  const before = mails.mailsTo(email);
  const answer = await invite(host, email, roleId);
  expect(told(answer)).toEqual([200]);
  const { page, query } = await mails.linkTo(email, { after: before });
  expect(page).toBe('/complete-profile');
  const row = await rowOf(host, (answer.json as Collaborator).id);
  if (row === undefined) throw new Error('Who was invited is not listed');
  expect(answer.json).toMatchObject(row);
  return { row, link: { email: query['email'] ?? '', token: query['token'] ?? '' } };
}
const complete = (link: object, username: string) =>
  ask('PATCH', '/api/public/complete-profile', { ...link, firstName: 'Gwen', lastName: 'Guest', username, password });
const accept = (link: object) => ask('PATCH', '/api/public/accept-invitation', link);
const verify = (link: object) => ask('PATCH', '/api/public/verify-token', link);

describe('an invitation (ACC-31)', () => {
  test('goes all the way for who has no account: mail, profile, membership, under one number', async () => {
    const [admin, viewer] = [await sit('ada', 2), await sit('vera', 4)];
    const from = await stage.revision();
    const email = `${called('gwen')}@example.com`;
    const { row, link } = await guest(admin, email, 3);
    expect(row).toMatchObject({ active: false, firstName: null, lastName: null, email, RoleId: 3 });
    expect((row.expiresAt ?? 0) - Date.now()).toBeGreaterThan(13.9 * 86_400_000);
    expect((row.expiresAt ?? 0) - Date.now()).toBeLessThanOrEqual(14 * 86_400_000);
    expect(await rowOf(admin, row.id)).toMatchObject({ email, expiresAt: row.expiresAt });
    expect(await rowOf(viewer, row.id), 'who may not see emails sees nothing').toBeUndefined();

    const verified = await verify(link);
    expect([verified.status, verified.json]).toEqual([200, { purpose: 'complete', commonName: `System ${stage.river}` }]);
    expect((await verify(link)).status).toBe(208);
    const username = called('gwen');
    expect(told(await complete(link, username))).toEqual([200]);
    expect(told(await complete(link, username)), 'it is good once').toEqual([403, 'Forbidden']);
    const browser = stage.host.browser();
    const token = await browser.logIn(email, password);
    const systems = await browser.send('GET', '/api/app/client/mitas', { token });
    expect(systems.json).toMatchObject({ systems: [{ mitasId: stage.river, RoleId: 3 }] });
    const joined = await rowOf(admin, row.id);
    expect(joined).toEqual({ ...row, active: true, firstName: 'Gwen', lastName: 'Guest', expiresAt: null });
    expect(await rowOf(viewer, row.id)).toEqual({ ...joined, email: null });

    const seen = await changesSince(admin, from);
    expect(seen.map(({ items }) => items.map(({ kind }) => kind))).toEqual([
      ['invitation.sent'],
      ['member.added', 'invitation.accepted'],
    ]);
    expect(seen).toMatchObject([{ by: { id: admin.id } }, { by: { id: row.id, name: 'Gwen Guest' } }]);
    expect((await changesSince(viewer, from)).map(({ items }) => items)).toEqual([[], []]);
    expect(JSON.stringify([viewer.heard, await changesSince(viewer, 0), stage.host.logged()])).not.toContain(email);
  });

  test('says nothing of whether there is an account: until it is accepted the email alone is shown', async () => {
    const admin = await sit('abe', 2);
    const outsider = await stage.sit(called('olga'), null);
    const [known, unknown] = [`${outsider.name}@example.org`, `${called('nobody')}@example.org`];
    const [first, second] = [await guest(admin, known, 4), await guest(admin, unknown, 4)];
    const shape = (row: Collaborator | undefined) => ({ ...row, id: 0, email: '', expiresAt: 0 });
    expect(shape(first.row)).toEqual(shape(second.row));
    expect(shape(await rowOf(admin, first.row.id))).toEqual(shape(await rowOf(admin, second.row.id)));
    expect((await outsider.call('GET', '/config')).status, 'no member yet').toBe(403);

    expect((await verify(first.link)).json).toMatchObject({ purpose: 'join' });
    expect(told(await complete(first.link, called('other'))), 'an account is not taken over').toEqual([403, 'Forbidden']);
    expect(told(await accept(second.link)), 'nobody there to join').toEqual([403, 'Forbidden']);
    const accepted = await accept(first.link);
    expect([accepted.status, accepted.json]).toEqual([200, { mitasId: stage.river, commonName: `System ${stage.river}` }]);
    expect(told(await accept(first.link))).toEqual([403, 'Forbidden']);
    expect((await outsider.call('GET', '/config')).status).toBe(200);
    expect(await rowOf(admin, outsider.id)).toMatchObject({ active: true, firstName: 'Test', RoleId: 4, expiresAt: null });
    expect(await rowOf(admin, first.row.id)).toBeUndefined();
  });

  test('is sent again with another link, not within a minute; the one before is good no more', async () => {
    const admin = await sit('ann', 2);
    const email = `${called('late')}@example.com`;
    const { row, link } = await guest(admin, email);
    const resend = () => at(admin, 'POST', `/${row.id}/invitation`);
    expect(told(await resend())).toEqual([429, 'TooManyRequests']);
    await sql`update mail_outbox set created_at = created_at - interval '2 minutes'`.execute(stage.host.database.db);
    const again = await resend();
    expect(told(again)).toEqual([200]);
    expect((again.json as Collaborator).expiresAt ?? 0).toBeGreaterThan(row.expiresAt ?? 0);
    const { query } = await mails.linkTo(email, { after: 1 });
    expect(told(await verify(link))).toEqual([403, 'Forbidden']);
    expect(told(await complete({ email, token: query['token'] }, called('late')))).toEqual([200]);
    expect(told(await resend()), 'accepted by now').toEqual([404, 'NotFound']);
  });

  test('ends with its time, when it is withdrawn, and with the minute in which it was accepted', async () => {
    const admin = await sit('asa', 2);
    const [email, other] = [`${called('past')}@example.com`, `${called('with')}@example.com`];
    const expired = await guest(admin, email);
    await planted(stage.host.database)
      .updateTable('invitations')
      .set({ expires_at: new Date(1_000) })
      .where('email', '=', email)
      .execute();
    for (const answer of [await verify(expired.link), await complete(expired.link, called('past')), await accept(expired.link)])
      expect(told(answer)).toEqual([403, 'Forbidden']);
    expect(await rowOf(admin, expired.row.id), 'it is shown as it is').toMatchObject({ expiresAt: 1_000 });
    expect(told(await invite(admin, email, 4))).toEqual([409, 'Conflict', 'email']);

    const withdrawn = await guest(admin, other);
    const done = await unlink(admin, withdrawn.row.id);
    expect(told(done)).toEqual([200]);
    expect(told(await complete(withdrawn.link, called('with')))).toEqual([403, 'Forbidden']);
    expect(told(await unlink(admin, withdrawn.row.id))).toEqual([404, 'NotFound']);
    expect(told(await undo(admin, done)), 'no invitation is taken back').toEqual([409, 'Conflict']);
    expect(await rowOf(admin, withdrawn.row.id)).toBeUndefined();
  });

  test('of several who use a link at once one comes in, and the others hear what is said of a used one', async () => {
    const admin = await sit('avi', 2);
    const { link } = await guest(admin, `${called('two')}@example.com`);
    const name = called('two');
    const answers = await Promise.all([name, name, called('two'), called('two')].map((username) => complete(link, username)));
    expect(statuses(answers)).toEqual([200, 403, 403, 403]);
    const used = (await complete(link, called('two'))).text;
    expect(answers.filter(({ status }) => status === 403).map(({ text }) => text)).toEqual([used, used, used]);

    const outsider = await stage.sit(called('olga'), null);
    const joining = await guest(admin, `${outsider.name}@example.org`);
    expect(statuses(await Promise.all([accept(joining.link), accept(joining.link)]))).toEqual([200, 403]);
  });

  test('asked again under its operation is mailed once', async () => {
    const admin = await sit('amy', 2);
    const email = `${called('once')}@example.com`;
    const operation = `operation-of-${called('amy')}-0123456789`;
    const [first, second] = [await invite(admin, email, 4, { operation }), await invite(admin, email, 4, { operation })];
    expect(second.json).toEqual(first.json);
    await mails.mailTo(email);
    expect((await list(admin)).collaborators.filter((row) => row.email === email)).toHaveLength(1);
    const { rows } = await sql`select from mail_outbox where recipient = ${email}`.execute(stage.host.database.db);
    expect(rows).toHaveLength(1);
  });

  test('goes to nobody who belongs to the system, and to no odd address', async () => {
    const [admin, member] = [await sit('aki', 2), await sit('mia', 4)];
    expect(told(await invite(admin, `${member.name}@EXAMPLE.org`, 4))).toEqual([409, 'Conflict', 'email']);
    for (const email of ['a@b', 'ä@example.org', 'a@example.org\r\nBcc: b@example.org', `${'x'.repeat(10_000)}@example.org`])
      expect(told(await invite(admin, email, 4))).toEqual([400, 'InvalidRequest', 'email']);
    for (const roleId of [0, 5, -1, 1.5])
      expect(told(await invite(admin, 'a@example.org', roleId))).toEqual([400, 'InvalidRequest', 'roleId']);
  });

  test('is good for who was approved and has not completed their profile: one of both links is enough', async () => {
    const admin = await sit('alf', 2);
    const name = called('wait');
    const id = await addPerson(stage.host, name);
    await sql`update users set activated = false, awaits_completion = true, password_hash = null where id = ${id}`.execute(
      stage.host.database.db,
    );
    const { link } = await guest(admin, `${name}@example.org`);
    expect((await verify(link)).json).toMatchObject({ purpose: 'complete' });
    expect(told(await complete(link, called('wait')))).toEqual([200]);
    expect(await rowOf(admin, id)).toMatchObject({ active: true, firstName: 'Gwen' });
  });
});

describe('rank (ROLE-11), by real people of each role', () => {
  const roleIds: readonly RoleId[] = [1, 2, 3, 4];
  let actors: Map<number, Sitter>;
  beforeAll(async () => {
    actors = new Map();
    for (const role of [0, ...roleIds] as const) actors.set(role, await sit(`rank${role}`, role));
    // Another Owner, so that no Owner is the last.
    await sit('spare', 1);
  });
  const actor = (role: number) => actors.get(role) as Sitter;

  test.each([0, 1, 2, 3, 4])(
    'a person of role %i changes and unlinks those strictly below, up to their own role',
    async (role) => {
      const who = actor(role);
      for (const target of roleIds)
        for (const next of roleIds) {
          const { id } = await sit('target', target);
          const isAllowed = role <= 2 && target > role && next >= role;
          const [changed, removed] = [await setRole(who, id, next), await unlink(who, id)];
          expect([target, next, changed.status]).toEqual([target, next, isAllowed ? 200 : 403]);
          const reached = isAllowed ? next : target;
          expect([target, next, removed.status]).toEqual([target, next, role <= 2 && reached > role ? 200 : 403]);
        }
    },
  );

  test.each([0, 1, 2, 3, 4])('a person of role %i invites up to their own role', async (role) => {
    for (const next of roleIds) {
      const answer = await invite(actor(role), `${called('new')}@example.com`, next);
      expect([next, answer.status]).toEqual([next, role <= 2 && next >= role ? 200 : 403]);
    }
  });

  test('who sent an invitation may withdraw it, whatever it gives; others of that rank may not', async () => {
    const [one, other] = [await sit('one', 2), await sit('other', 2)];
    const { row } = await guest(one, `${called('peer')}@example.com`, 2);
    expect(told(await setRole(other, row.id, 4))).toEqual([403, 'Forbidden']);
    expect(told(await unlink(other, row.id))).toEqual([403, 'Forbidden']);
    expect(told(await unlink(one, row.id))).toEqual([200]);
    const lower = await guest(other, `${called('peer')}@example.com`, 4);
    expect(told(await setRole(one, lower.row.id, 3))).toEqual([200]);
    expect(await rowOf(one, lower.row.id)).toMatchObject({ RoleId: 3 });
  });

  test('an invitation gives no more than its sender may when it is accepted', async () => {
    const boss = await sit('boss', 1);
    const spent = 'Whoever sent this invitation may no longer give this role. Ask for another invitation.';
    const lost: [string, (sender: Sitter) => Promise<unknown>][] = [
      ['became a Researcher', (sender) => setRole(boss, sender.id, 3)],
      ['left', (sender) => unlink(sender, sender.id)],
      ['was disabled', ({ id }) => sql`update users set activated = false where id = ${id}`.execute(stage.host.database.db)],
    ];
    for (const [how, lose] of lost) {
      const sender = await sit('sender', 2);
      const [email, outsider] = [`${called('guest')}@example.com`, await stage.sit(called('olga'), null)];
      const [unknown, known] = [await guest(sender, email, 2), await guest(sender, `${outsider.name}@example.org`, 4)];
      await lose(sender);
      for (const answer of [await complete(unknown.link, called('guest')), await accept(known.link)])
        expect([how, told(answer), answer.text]).toEqual([how, [403, 'Forbidden'], expect.stringContaining(spent)]);
      expect([how, (await outsider.call('GET', '/config')).status]).toEqual([how, 403]);

      // Sent again by a person with the right to, the invitation works again.
      await sql`update mail_outbox set created_at = created_at - interval '2 minutes'`.execute(stage.host.database.db);
      expect([how, ...told(await at(boss, 'POST', `/${unknown.row.id}/invitation`))]).toEqual([how, 200]);
      const { query } = await mails.linkTo(email, { after: 1 });
      expect([how, ...told(await complete({ email, token: query['token'] }, called('guest')))]).toEqual([how, 200]);
    }
  });

  test('an invitation stands with whoever gave it its role', async () => {
    const [boss, admin] = [await sit('boss', 1), await sit('admin', 2)];
    const email = `${called('guest')}@example.com`;
    const { row, link } = await guest(admin, email, 4);
    expect(told(await setRole(boss, row.id, 1))).toEqual([200]);
    expect(told(await complete(link, called('guest')))).toEqual([200]);
    expect(await rowOf(boss, row.id)).toMatchObject({ active: true, RoleId: 1 });
  });

  test('holds for undo and redo too, by the rank of then', async () => {
    const [owner, target] = [await sit('boss', 1), await sit('rise', 4)];
    const raised = await setRole(owner, target.id, 2);
    expect(told(await undo(owner, raised))).toEqual([200]);
    const again = await setRole(owner, target.id, 2);
    expect(told(await setRole(actor(0), owner.id, 2))).toEqual([200]);
    expect(told(await undo(owner, again)), 'they are peers by now').toEqual([403, 'Forbidden']);

    const [admin, viewer] = [await sit('chief', 2), await sit('gone', 4)];
    const removed = await unlink(admin, viewer.id);
    const undone = await undo(admin, removed);
    expect(told(undone)).toEqual([200]);
    expect(await rowOf(admin, viewer.id)).toMatchObject({ RoleId: 4 });
    expect(told(await undo(admin, undone)), 'redo').toEqual([200]);
    expect(await rowOf(admin, viewer.id)).toBeUndefined();
    expect(told(await setRole(actor(0), admin.id, 3))).toEqual([200]);
    expect(told(await undo(admin, removed))[0], 'no administrator any more').toBe(403);
  });

  test('a role that was lost on the way counts: it is read where the change is made', async () => {
    const [admin, target] = [await sit('losing', 2), await sit('kept', 4)];
    const [lost, tried] = await Promise.all([setRole(actor(1), admin.id, 4), setRole(admin, target.id, 2)]);
    expect(lost.status).toBe(200);
    const { RoleId } = (await rowOf(actor(1), target.id)) ?? { RoleId: 0 };
    expect([200, 403]).toContain(tried.status);
    expect(RoleId).toBe(tried.status === 200 ? 2 : 4);
    expect(told(await setRole(admin, target.id, 4))).toEqual([403, 'Forbidden']);
  });
});

describe('leaving (ROLE-12)', () => {
  test.each([2, 3, 4] as const)('a person of role %i may leave, and the socket is closed at once', async (role) => {
    const who = await sit('leaver', role);
    expect(told(await unlink(who, who.id))).toEqual([200]);
    await expect.poll(() => who.code(), patience).toBe(closeCodes.forbidden);
    expect((await who.call('GET', '/config')).status).toBe(403);
  });

  test('the last Owner may not; of two who leave at once one stays', async () => {
    await addSystem(stage.host, 'lonely');
    const [one, other] = [await stage.sit(called('owner'), 1, 'lonely'), await stage.sit(called('owner'), 1, 'lonely')];
    const leave = (who: Sitter) => who.call('DELETE', `/../../app/mitas/lonely/collaborators?collaboratorId=${who.id}`);
    const answers = await Promise.all([leave(one), leave(other)]);
    expect(statuses(answers)).toEqual([200, 409]);
    const left = answers[0]?.status === 200 ? other : one;
    const refused = await leave(left);
    expect([told(refused), refused.text]).toEqual([[409, 'Conflict'], expect.stringContaining('needs an Owner') as string]);
    const operator = await stage.sit(called('operator'), 0, 'lonely');
    const change = { body: { collaboratorId: left.id, newRoleId: 2 } };
    expect(told(await operator.call('PATCH', `/../../app/mitas/lonely/collaborators/${left.id}/role`, change))).toEqual([
      409,
      'Conflict',
    ]);
  });

  test('nobody is left without an Owner by an undo either', async () => {
    await addSystem(stage.host, 'passed');
    const operator = await stage.sit(called('operator'), 0, 'passed');
    const [one, other] = [await stage.sit(called('first'), 1, 'passed'), await stage.sit(called('second'), 3, 'passed')];
    const path = (id: number) => `/../../app/mitas/passed/collaborators/${id}/role`;
    const raised = await operator.call('PATCH', path(other.id), { body: { collaboratorId: other.id, newRoleId: 1 } });
    expect(told(await one.call('DELETE', `/../../app/mitas/passed/collaborators?collaboratorId=${one.id}`))).toEqual([200]);
    const { revision } = raised.json as { revision: number };
    expect(told(await operator.call('POST', `/changes/${revision}/undo`, { body: {} }))).toEqual([409, 'Conflict']);
  });
});

describe('other consoles (CHG-9, ROLE-8)', () => {
  test('of administrators hear who changed what of whom; those below only that something changed', async () => {
    const [admin, other, viewer, target] = [await sit('adm', 2), await sit('adm', 2), await sit('vic', 4), await sit('tia', 4)];
    const { json } = await setRole(admin, target.id, 3);
    const { revision } = json as { revision: number };
    const heard = (who: Sitter) => who.of('changed').find(({ payload }) => payload.revision === revision)?.payload.items;
    await expect
      .poll(() => heard(other), patience)
      .toMatchObject([{ kind: 'member.roleChanged', id: target.id, after: { RoleId: 3 } }]);
    await expect.poll(() => heard(viewer), patience).toEqual([]);
    await expect.poll(() => target.of('invalidate').length, patience).toBeGreaterThan(0);
    expect((await list(viewer)).collaborators.every(({ id, email }) => email === null || id === viewer.id)).toBe(true);
  });
});

describe('the page of collaborators (ROLE-10)', () => {
  const enabled = async (who: Sitter) =>
    ((await who.call('GET', '/config')).json as { config: { sidebar: { enabled: string[] } } }).config.sidebar.enabled;
  const offer = (who: Sitter, isOffered: boolean) => who.call('PATCH', '/config/collaborators', { body: { enabled: isOffered } });

  test('is offered by a new system; an Owner closes and offers it, as a change that can be undone', async () => {
    const [owner, admin] = [await sit('own', 1), await sit('adm', 2)];
    expect(await enabled(admin)).toEqual(['collaborators']);
    expect(told(await offer(admin, false))).toEqual([403, 'Forbidden']);
    const closed = await offer(owner, false);
    expect(closed).toMatchObject({
      status: 200,
      json: { items: [{ kind: 'system.collaboratorsSwitched', after: { collaborators: false } }] },
    });
    expect(await enabled(admin)).toEqual([]);
    expect(told(await undo(owner, closed))).toEqual([200]);
    expect(await enabled(admin)).toEqual(['collaborators']);
  });
});
