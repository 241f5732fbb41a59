import { afterAll, beforeAll, expect, test } from 'vitest';
import { expiredText } from '#model/entities/expiry.ts';
import { nextMonth } from '#model/entities/retention.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { type ChangeStage, changeStage } from '../../../support/change-stage.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { until } from '../../../support/live-stage.ts';
import { planted } from '../../../support/planted.ts';
import { contactsLike } from '../../../support/retention-stage.ts';

const path = '/config/retention';
const before = nextMonth(Date.now(), 60);
const none = { announced: null, deleted: null };
let stage: ChangeStage;
beforeAll(async () => {
  stage = await changeStage();
  const old = sampleContact({ rxId: stage.rx[0], ts: before - 86_400_000 });
  await insertContacts(stage.host.database.pool, 'river', contactsLike(old, 12));
});
afterAll(() => stage.close());

test('an Owner sets how long data are kept; all see it at once, with what will go and when, and it can be undone (RET-1, RET-2, RET-4)', async () => {
  const [ada, eve] = [await stage.sit('ada', 1), await stage.sit('eve', 4)];
  const { json } = await eve.call('GET', path);
  const usual = {
    contacts: { days: null, ...none },
    states: { days: null, ...none },
    alarms: { days: null, ...none },
    vitals: { days: null, ...none },
  };
  expect(json).toMatchObject({ retention: { ...usual, changes: { days: 400, ...none } } });

  const { asOf } = json as { asOf: { epoch: string; revision: number } };
  const set = await ada.call('PATCH', path, { body: { days: { contacts: 60 }, asOf } });
  expect([set.status, set.json]).toMatchObject([
    200,
    { items: [{ kind: 'system.retentionChanged', before: { contacts: null }, after: { contacts: 60 } }] },
  ]);
  const { revision } = set.json as { revision: number };
  const shown = (await eve.call('GET', path)).json as { retention: { contacts: object } };
  expect(shown.retention.contacts).toMatchObject({ days: 60, announced: { before, count: 12, days: 60 }, deleted: null });
  await until('the others to hear', () => eve.of('changed').length === 2);
  expect(eve.of('changed').map(({ payload }) => payload)).toMatchObject([
    { by: { name: 'Test ada' }, items: [{ kind: 'system.retentionChanged' }] },
    { by: null, through: 'host', items: [{ kind: 'system.deletionAnnounced', after: { 'contacts.announced.before': before } }] },
  ]);

  // Saving from an older form is a conflict, but not for another kind of data.
  expect((await ada.call('PATCH', path, { body: { days: { contacts: 90 }, asOf } })).status).toBe(409);
  expect((await ada.call('PATCH', path, { body: { days: { alarms: 90 }, asOf } })).status).toBe(200);
  expect((await ada.call('POST', `/changes/${revision}/undo`)).status).toBe(200);
  expect((await ada.call('PATCH', path, { body: { days: { contacts: null, alarms: null } } })).status).toBe(200);
  expect((await eve.call('GET', path)).json).toMatchObject({ retention: { contacts: { days: null, ...none } } });
  // Undone and redone, it is announced again, and the week starts over.
  const changed = await ada.call('PATCH', path, { body: { days: { contacts: 45 } } });
  const undone = await ada.call('POST', `/changes/${(changed.json as { revision: number }).revision}/undo`);
  expect((await eve.call('GET', path)).json).toMatchObject({ retention: { contacts: { days: null, ...none } } });
  const redone = await ada.call('POST', `/changes/${(undone.json as { revision: number }).revision}/undo`);
  expect([undone.status, redone.status]).toEqual([200, 200]);
  expect((await eve.call('GET', path)).json).toMatchObject({ retention: { contacts: { days: 45, announced: { count: 12 } } } });
  // The host's announcement cannot be undone, only the setting can.
  expect((await ada.call('POST', `/changes/${revision + 1}/undo`)).status).toBe(403);
});

test.each([
  ['an Administrator', 2, { contacts: 60 }, 403],
  ['a Viewer', 4, { contacts: 60 }, 403],
  ['less than a month', 1, { contacts: 29 }, 400],
  ['no whole days', 1, { contacts: 30.5 }, 400],
  ['longer than anybody asks for', 1, { contacts: 36_501 }, 400],
] as const)('%s is refused (RET-2)', async (name, role, days, status) => {
  const person = await stage.sit(name.replaceAll(' ', '-'), role);
  const revision = await stage.revision();
  expect((await person.call('PATCH', path, { body: { days } })).status).toBe(status);
  expect(await stage.revision()).toBe(revision);
});

test('of a system that has expired an Owner keeps data for longer, and for no fewer days (SYS-15)', async () => {
  const owner = await stage.sit('olga', 1);
  const set = (days: object) => owner.call('PATCH', path, { body: { days } });
  await set({ contacts: 60 });
  const expire = (expiry: Date | null) =>
    planted(stage.host.database).updateTable('systems').set({ expiry }).where('id', '=', 'river').execute();
  await expire(new Date(Date.now() - 1_000));
  for (const days of [{ contacts: 30 }, { alarms: 60 }, { contacts: 90, changes: 399 }]) {
    const { status, json } = await set(days);
    expect([status, json]).toMatchObject([409, { error: { message: expiredText } }]);
  }
  expect((await set({ contacts: 60, changes: 400 })).status).toBe(200);
  expect((await set({ contacts: 90 })).status).toBe(200);
  expect((await set({ contacts: null })).status).toBe(200);
  await expire(null);
  expect((await owner.call('GET', path)).json).toMatchObject({ retention: { contacts: { days: null, ...none } } });
});

test('another system is as it was', async () => {
  const lee = await stage.sit('lee', 4, 'lake');
  expect((await lee.call('GET', path)).json).toMatchObject({ retention: { contacts: { days: null, ...none } } });
});
