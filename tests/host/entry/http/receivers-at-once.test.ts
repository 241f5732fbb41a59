import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#model/contract/failure.ts';
import type { Site } from '#model/entities/site.ts';
import { configurePlanned } from '../../../../host/drivers/simulator/found-study.ts';
import { makeWorld } from '../../../../host/drivers/simulator/worlds.ts';
import type { ChangeWriter } from '../../../../host/platform/changes/change-writer.ts';
import { insertContacts } from '../../../../host/platform/store/contacts/contacts-store.ts';
import { addStateEvents, setReceiverState } from '../../../../host/platform/store/fleet/receiver-states.ts';
import { planted } from '../../../support/planted.ts';
import { changeStages, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import type { Answer } from '../../../support/test-browser.ts';
import { soleHost } from '../../../support/sole-host.ts';

/** Receivers that are deleted, restored and written to at the same time, or when the system is full. */

const openStage = changeStages();
let stage: ChangeStage;
let ada: Sitter;
let [a, b] = [0, 0];
beforeEach(async () => {
  stage = await openStage();
  ada = await stage.sit('ada', 3);
  [a, b] = stage.rx;
});
afterEach(() => stage.close());

const messageOf = ({ json }: { json: unknown }) => (json as ErrorBody).error.message;
const undo = (who: Sitter, { json }: { json: unknown }) =>
  who.call('POST', `/changes/${(json as { revision: number }).revision}/undo`);
const waiting = async () => {
  const { rows } = await stage.host.database.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
};
/** Runs `other` during a change, which commits once `other` waits for it. */
const meanwhile = async <T>(
  work: (writer: ChangeWriter) => Promise<unknown>,
  other: () => Promise<T>,
  after: (writer: ChangeWriter) => Promise<unknown> = () => Promise.resolve(),
): Promise<T> => {
  const held = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const first = stage.change(async (writer) => {
    await work(writer);
    done.resolve();
    await held.promise;
    await after(writer);
  });
  await done.promise;
  const second = other();
  try {
    await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0);
  } finally {
    held.resolve();
  }
  await first;
  return second;
};
const heard = (rxId: number) => setReceiverState(stage.host.database, stage.river, { rxId, status: 4, ts: 1_000 }, 0);
const makeSite = async (name: string) => ((await ada.call('POST', '/sites', { body: { newSiteName: name } })).json as Site).id;
const moveTo = (id: number, newSiteId: number) =>
  ada.call('PATCH', `/receivers/${id}/site`, { body: { newSiteId, oldSiteId: null } });
const room = (max: number) =>
  planted(stage.host.database).updateTable('systems').set({ max_receivers: max }).where('id', '=', stage.river).execute();

describe('a receiver that is deleted meanwhile', () => {
  test('holds up no batch: the answer says that it is gone, and the others are set (CFG-11)', async () => {
    const body = { applyIds: [a, b], rxData: { orion: { general: { squelch: -100 } } } };
    const answer = await meanwhile(
      (writer) => writer.remove('receiver', a),
      () => ada.call('PUT', '/receivers/batchUpdate', { body }),
    );
    expect(answer.json).toMatchObject({
      results: [
        { rxId: a, reason: 'It no longer exists' },
        { rxId: b, reason: null },
      ],
    });
  });

  test('holds up no study whose receivers are set (SIM-11)', async () => {
    const { database } = stage.host;
    const world = makeWorld(stage.river, 7, Date.now());
    const rxIds = world.receivers.map((_, index) => [a, b][index] ?? 1_000_000 + index);
    await meanwhile(
      (writer) => writer.remove('receiver', a),
      () => configurePlanned(database, stage.river, { world, rxIds }, soleHost),
    );
    expect((await ada.call('GET', `/receivers/${b}`)).status).toBe(200);
  });
});

describe('a full system (RX-9, RX-33)', () => {
  test.each(['retired', 'removed'])('takes back none that was %s by undo', async (outcome) => {
    if (outcome === 'retired') await heard(a);
    const gone = await ada.call('DELETE', `/receivers/${a}`);
    expect(gone.json).toMatchObject({ outcome });
    await room(1);
    const refused = await undo(ada, gone);
    expect([refused.status, messageOf(refused)]).toEqual([409, 'This system takes at most 1 receivers.']);
    await room(2);
    expect((await undo(ada, gone)).status).toBe(200);
  });
});

test('a site whose retired receiver is restored meanwhile is occupied (SITE-7)', async () => {
  const siteId = await makeSite('Spit');
  await moveTo(a, siteId);
  await heard(a);
  await ada.call('DELETE', `/receivers/${a}`);
  const answer = await meanwhile(
    (writer) => writer.restore(a),
    () => ada.call('DELETE', `/sites?siteId=${siteId}`),
  );
  expect(answer.status).toBe(409);
});

test('a retired receiver whose site is being deleted is restored to none', async () => {
  const siteId = await makeSite('Spit');
  await moveTo(a, siteId);
  await heard(a);
  await ada.call('DELETE', `/receivers/${a}`);
  const answer = await meanwhile(
    (writer) => writer.lock('site', [siteId], 'delete'),
    () => ada.call('POST', `/receivers/${a}/restore`),
    (writer) => writer.remove('site', siteId),
  );
  expect(answer.json).toMatchObject({ items: [{ kind: 'receiver.restored', after: { SiteId: null } }] });
});

describe('states (RX-42)', () => {
  const hour = 3_600_000;
  const came = (ts: number, status: number) => addStateEvents(stage.host.database, stage.river, [{ rxId: a, ts, status }]);

  test('of a retired receiver are read where it is named, up to when it was retired', async () => {
    const from = Date.now() - hour;
    await heard(a);
    await came(from, 4);
    await ada.call('DELETE', `/receivers/${a}`);
    const retiredAt = planted(stage.host.database).updateTable('receivers').where('id', '=', a);
    await retiredAt.set({ retired_at: new Date(from + hour / 2) }).execute();
    const named = await ada.call('GET', `/receivers/states/timeline?rxIds=${a}`);
    expect(named.json).toMatchObject({ timeline: [{ ReceiverId: a, status: 4, endTime: from + hour / 2 }] });
    expect((await ada.call('GET', '/receivers/states/timeline')).json).toEqual({ timeline: [] });
  });

  test('are refused by how many events there are, also where few of them changed anything', async () => {
    await stage.host.database.pool.query(
      `insert into receiver_state_events (system_id, rx_id, at, status)
       select $2, $1, now() - n * interval '1 second', 4 from generate_series(1, 50001) as n`,
      [a, stage.river],
    );
    expect((await ada.call('GET', '/receivers/states/timeline')).status).toBe(400);
  });
});

test('a receiver without a site is copied to where it stands: none (RX-34)', async () => {
  const copy = await ada.call('POST', '/receivers/copy', { body: { siteId: null, rxId: a } });
  expect([copy.status, copy.json]).toMatchObject([200, { items: [{ name: 'A copy', after: { SiteId: null } }] }]);
});

test('a saved configuration is written by changes only', async () => {
  const writing = stage.host.database.pool.query('update receiver_configs set at = now()');
  await expect(writing).rejects.toThrow('receiver_configs takes no update here: write through change()');
});

test('the undo of a batch names the receiver that was retired since', async () => {
  const body = { applyIds: [a, b], rxData: { orion: { general: { squelch: -100 } } } };
  const batch = await ada.call('PUT', '/receivers/batchUpdate', { body });
  await heard(a);
  await ada.call('DELETE', `/receivers/${a}`);
  const refused = await undo(ada, batch);
  expect(refused.status).toBe(409);
  expect(messageOf(refused)).toContain("'A'");
});

describe('the undo of a creation (RX-35)', () => {
  const refusal = (name: string) =>
    `'${name}' was heard since, or has field notes: delete it, and it is retired with all that is kept of it`;
  type Made = { rxData: { id: number }; revision: number };
  const contact = (rxId: number) => ({ rxId, ant: 1, freq: 150.05, code: 42, type: 8, power: -80, ts: Date.now() });
  const hear = (rxId: number) => insertContacts(stage.host.database.pool, stage.river, [contact(rxId)]);
  const makes: [string, (siteId: number) => Promise<Answer>, string][] = [
    ['made', (siteId) => ada.call('POST', '/receivers', { body: { siteId, newRx: { basic: { alias: 'C' } } } }), 'C'],
    ['copied', (siteId) => ada.call('POST', '/receivers/copy', { body: { siteId, rxId: a } }), 'A copy'],
  ];

  test.each(makes)('takes back one that was %s while it was never heard, and loses nothing afterwards', async (_, make, name) => {
    const siteId = await makeSite('Spit');
    const first = await make(siteId);
    expect((await undo(ada, first)).json).toMatchObject({ items: [{ kind: 'receiver.deleted', name }] });
    const made = await make(siteId);
    const { id } = (made.json as Made).rxData;
    await hear(id);
    const refused = await undo(ada, made);
    expect([refused.status, messageOf(refused)]).toEqual([409, refusal(name)]);
    expect((await ada.call('DELETE', `/receivers/${id}`)).json).toMatchObject({ outcome: 'retired' });
    const { rows } = await stage.host.database.pool.query('select from contacts where rx_id = $1', [id]);
    expect(rows).toHaveLength(1);
  });

  test('is refused of several as a whole, naming the one that was heard, also where it has but a note', async () => {
    const by = { by: { id: ada.id }, through: 'console' } as const;
    const batch = await stage.change(async (writer) => {
      for (const alias of ['C', 'D', 'E']) await writer.create('receiver', { alias });
    }, by);
    const d = batch.items[1]?.id ?? 0;
    await ada.call('POST', `/receivers/${d}/notes`, { body: { time: 5, text: 'Found it' } });
    const refused = await ada.call('POST', `/changes/${batch.revision}/undo`);
    expect([refused.status, messageOf(refused)]).toEqual([409, refusal('D')]);
    const { receivers } = (await ada.call('GET', '/receiver-sites')).json as { receivers: { alias: string }[] };
    expect(receivers.map(({ alias }) => alias)).toEqual(['A', 'B', 'C', 'D', 'E']);
  });
});
