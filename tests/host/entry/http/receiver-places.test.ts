import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChangeItem } from '#model/changes/change.ts';
import type { ReceiverLocation } from '#model/contract/receiver-history-calls.ts';
import type { PastPlace } from '#model/contract/system-locations-call.ts';
import type { Contact } from '#model/entities/contact.ts';
import type { Receiver } from '#model/entities/receiver.ts';
import type { Site } from '#model/entities/site.ts';
import { createIntake } from '../../../../host/domain/contacts/intake.ts';
import { changeStages, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { logLines } from '../../../support/live-stage.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import type { Answer } from '../../../support/test-browser.ts';
import { placeFaults } from '../../../storm/truth.ts';

/** Where receivers were and when: moves, corrections, and what undoing them leaves (RX-39, RX-40). */

const itemsOf = ({ json }: { json: unknown }) => (json as { items: ChangeItem[] }).items;
const kindsOf = (answer: { json: unknown }) => itemsOf(answer).map(({ kind }) => kind);

const openStage = changeStages();
let stage: ChangeStage;
let ada: Sitter;
let a = 0;
beforeEach(async () => {
  stage = await openStage();
  ada = await stage.sit('ada', 3);
  [a] = stage.rx;
});
afterEach(() => stage.close());

const contactOf = (rxId: number): Contact => ({ rxId, ant: 1, freq: 150.05, code: 42, type: 8, power: -80, ts: Date.now() });
const hear = (rxId: number) => {
  const { database, bus } = stage.host;
  return createIntake({ database, bus, log: logLines().log }).accept(stage.river, [contactOf(rxId)]);
};
const remove = (who: Sitter, id: number) => who.call('DELETE', `/receivers/${id}`);
const restore = (who: Sitter, id: number) => who.call('POST', `/receivers/${id}/restore`);
const undo = (who: Sitter, { json }: { json: unknown }) =>
  who.call('POST', `/changes/${(json as { revision: number }).revision}/undo`);
const fleet = async (who: Sitter) => (await who.call('GET', '/receiver-sites')).json as { receivers: Receiver[] };
const makeSite = async (name: string) => ((await ada.call('POST', '/sites', { body: { newSiteName: name } })).json as Site).id;
const moveTo = (id: number, newSiteId: number) =>
  ada.call('PATCH', `/receivers/${id}/site`, { body: { newSiteId, oldSiteId: null } });
const locate = (id: number, newLat: number | null, newLon: number | null, as?: 'moved' | 'corrected') =>
  ada.call('PATCH', `/receivers/${id}/location`, { body: { newLat, newLon, ...(as === undefined ? {} : { as }) } });
const places = async (id: number) =>
  ((await ada.call('GET', `/receivers/${id}/locations`)).json as { locations: ReceiverLocation[] }).locations;

describe('the places of a receiver (RX-39)', () => {
  const latitudes = async (id: number) => (await places(id)).map(({ latitude }) => latitude);

  test('begin where nothing else is known, and a move ends one and begins another', async () => {
    expect(await places(a)).toEqual([{ from: null, to: null, latitude: null, longitude: null, SiteId: null, siteName: null }]);
    const before = Date.now();
    expect(kindsOf(await locate(a, 49.28, -123.14))).toEqual(['receiver.relocated']);
    const [present, first] = await places(a);
    expect(present).toMatchObject({ to: null, latitude: 49.28, longitude: -123.14 });
    expect(first).toMatchObject({ from: null, to: present?.from, latitude: null });
    expect(present?.from ?? 0).toBeGreaterThanOrEqual(before - 1_000);
    expect((await fleet(ada)).receivers.find(({ id }) => id === a)).toMatchObject({ latitude: 49.28, longitude: -123.14 });
  });

  test('are corrected where they stand: no other begins (RX-40)', async () => {
    await locate(a, 1, 2);
    await locate(a, 3, 4, 'corrected');
    expect(await latitudes(a)).toEqual([3, null]);
    await locate(a, 5, 6, 'moved');
    expect(await latitudes(a)).toEqual([5, 3, null]);
    await locate(a, null, null);
    expect(await latitudes(a)).toEqual([null, 5, 3, null]);
  });

  test('that stand so already stay one', async () => {
    await locate(a, 1, 2);
    expect(itemsOf(await locate(a, 1, 2))).toEqual([]);
    expect(await latitudes(a)).toEqual([1, null]);
  });

  test('follow it to another site, by the name that the site has, or had last', async () => {
    const [spit, weir] = [await makeSite('Spit'), await makeSite('Weir')];
    await moveTo(a, spit);
    await moveTo(a, weir);
    await ada.call('PATCH', `/sites/${weir}/name`, { body: { newName: 'Old Weir' } });
    await ada.call('DELETE', `/sites?siteId=${spit}`);
    expect((await places(a)).map(({ SiteId, siteName }) => [SiteId, siteName])).toEqual([
      [weir, 'Old Weir'],
      [spit, 'Spit'],
      [null, null],
    ]);
  });

  test('none is lost, whatever happens; one that comes back goes on where it stood', async () => {
    await locate(a, 1, 2);
    const removed = await remove(ada, a);
    expect(removed.json).toMatchObject({ outcome: 'removed' });
    const { db } = stage.host.database;
    const kept = () =>
      db.selectFrom('receiver_locations').select(['latitude', 'until']).where('rx_id', '=', a).orderBy('id').execute();
    expect(await kept()).toEqual([
      { latitude: null, until: expect.any(Date) },
      { latitude: 1, until: expect.any(Date) },
    ]);
    await undo(ada, removed);
    expect(await latitudes(a)).toEqual([1, null]);
    await hear(a);
    await remove(ada, a);
    await restore(ada, a);
    expect(await latitudes(a)).toEqual([1, null]);
    await expect(db.deleteFrom('receiver_locations').execute()).rejects.toThrow('takes no delete');
  });

  test('of one that is made begin with it, at its site', async () => {
    const siteId = await makeSite('Spit');
    const { json } = await ada.call('POST', '/receivers', { body: { siteId, newRx: { basic: { alias: 'C' } } } });
    expect(await places((json as { rxData: Receiver }).rxData.id)).toMatchObject([{ from: null, to: null, SiteId: siteId }]);
  });
});

describe('the places of a whole system (RX-45)', () => {
  const all = async (who: Sitter) => (await who.call('GET', '/receivers/locations')).json as { places: PastPlace[] };
  const latitudes = async (who: Sitter) => (await all(who)).places.map(({ rxId, latitude }) => [rxId, latitude]);

  test('a move begins a place and ends the one before it, a correction changes what was; no place is none', async () => {
    const [, b] = stage.rx;
    const viewer = await stage.sit('vic', 4);
    expect(await all(viewer)).toEqual({ places: [] });
    await locate(a, 1, 2);
    await locate(b, 7, 8);
    await locate(a, 3, 4, 'moved');
    expect(await latitudes(viewer)).toEqual([
      [a, 3],
      [b, 7],
      [a, 1],
    ]);
    const [present, , was] = (await all(viewer)).places;
    expect(present).toMatchObject({ alias: 'A', to: null, longitude: 4, SiteId: null, siteName: null });
    expect(was?.to).toBe(present?.from);
    await locate(a, 5, 6, 'corrected');
    await locate(b, null, null);
    expect(await latitudes(viewer)).toEqual([
      [a, 5],
      [b, 7],
      [a, 1],
    ]);
    expect((await all(viewer)).places[1]?.to, 'it stands nowhere any more').not.toBeNull();
  });

  test('of a retired one end when it was retired, and go on when it is restored; one that is removed has none', async () => {
    const [, b] = stage.rx;
    await locate(a, 1, 2);
    await locate(b, 7, 8);
    await hear(a);
    await remove(ada, a);
    await remove(ada, b);
    const { places: kept } = await all(ada);
    expect(kept).toMatchObject([{ rxId: a, alias: 'A', latitude: 1, to: expect.any(Number) as number }]);
    await restore(ada, a);
    expect((await all(ada)).places).toMatchObject([{ rxId: a, to: null }]);
  });

  test('are told to whoever may see the system, and to nobody else', async () => {
    await locate(a, 1, 2);
    const outsider = await stage.sit('olga', 2, stage.lake);
    expect(await all(outsider)).toEqual({ places: [] });
    const stranger = await stage.sit('sam', null);
    expect((await stranger.call('GET', '/receivers/locations')).status).toBe(403);
  });
});

describe('a history of places (RX-39, RX-40)', () => {
  const sites = new Map<string, number>();
  beforeEach(async () => {
    for (const name of ['Spit', 'Weir']) sites.set(name, await makeSite(name));
    await hear(a);
  });

  /** Performs one step of a scenario; `done` has the answers of the earlier ones. */
  const act = (step: string, done: readonly Answer[]): Promise<Answer> => {
    const [word, value = ''] = step.split(' ');
    if (word === 'move') return locate(a, Number(value), 10, 'moved');
    if (word === 'correct') return locate(a, Number(value), 10, 'corrected');
    if (word === 'unset') return locate(a, null, null, 'moved');
    if (word === 'site') return moveTo(a, sites.get(value) ?? 0);
    if (word === 'retire') return remove(ada, a);
    if (word === 'restore') return restore(ada, a);
    if (word === 'undo') return undo(ada, done.at(Number(value) - 1) ?? { json: {} });
    throw new Error(`There is no step '${step}'`);
  };
  /** Returns every period to the microsecond. */
  const exact = async () => {
    const { rows } = await stage.host.database.pool.query<Record<string, unknown>>(
      `select since::text, until::text, latitude, longitude, site_id, site_alias from receiver_locations
        where rx_id = $1 order by until`,
      [a],
    );
    return rows;
  };
  /** Returns its places, oldest first: latitude and site. */
  const history = async () =>
    (await places(a)).toReversed().map(({ latitude, siteName }) => `${latitude ?? '-'} ${siteName ?? '-'}`);
  const done = async (step: string, before: readonly Answer[]) => {
    const answer = await act(step, before);
    expect([step, answer.status, answer.text]).toEqual([step, 200, answer.text]);
    expect([step, await placeFaults(stage.host.database, stage.river)]).toEqual([step, []]);
    return answer;
  };

  test.each<[steps: string, history: string[]]>([
    ['move 1, move 2', ['- -', '1 -', '2 -']],
    ['move 1, move 2, move 1', ['- -', '1 -', '2 -', '1 -']],
    ['move 1, site Spit', ['- -', '1 -', '1 Spit']],
    ['site Spit, move 1, site Weir, move 2', ['- -', '- Spit', '1 Spit', '1 Weir', '2 Weir']],
    ['move 1, site Spit, correct 2', ['- -', '2 -', '2 Spit']],
    ['move 1, site Spit, site Weir, correct 2', ['- -', '2 -', '2 Spit', '2 Weir']],
    ['move 3, site Spit, move 1, site Weir, correct 2', ['- -', '3 -', '3 Spit', '2 Spit', '2 Weir']],
    ['move 1, move 2, site Spit, move 1, correct 3', ['- -', '1 -', '2 -', '2 Spit', '3 Spit']],
    ['move 1, move 2, correct 1', ['- -', '1 -']],
    ['move 2, site Spit, move 1, site Weir, correct 2', ['- -', '2 -', '2 Spit', '2 Weir']],
    ['correct 1', ['1 -']],
    ['site Spit, correct 1', ['- -', '1 Spit']],
    ['move 1, unset', ['- -', '1 -', '- -']],
    ['move 1, unset, site Spit, correct 2', ['- -', '1 -', '- -', '2 Spit']],
    ['move 1, move 2, undo 2', ['- -', '1 -']],
    ['move 1, unset, undo 2', ['- -', '1 -']],
    ['move 1, unset, undo 2, undo 3', ['- -', '1 -', '- -']],
    ['move 1, site Spit, undo 2', ['- -', '1 -']],
    ['move 1, site Spit, undo 1', ['- -', '- Spit']],
    ['move 1, site Spit, undo 1, undo 3', ['- -', '1 -', '1 Spit']],
    ['move 1, site Spit, move 2, undo 2', ['- -', '1 -', '2 -']],
    ['move 1, site Spit, correct 2, undo 3', ['- -', '1 -', '1 Spit']],
    ['move 1, site Spit, correct 2, undo 2', ['- -', '2 -']],
    ['move 2, site Spit, move 1, correct 2, undo 4', ['- -', '2 -', '2 Spit', '1 Spit']],
    ['move 1, correct 2, site Spit, undo 2, undo 3', ['- -', '1 -']],
    ['move 1, retire, restore, site Spit, correct 2', ['- -', '2 -', '2 Spit']],
    ['move 1, site Spit, retire, undo 3, undo 2', ['- -', '1 -']],
    ['move 1, retire, restore, undo 3, undo 4, move 2', ['- -', '1 -', '2 -']],
  ])('%s', async (steps, expected) => {
    const answers: Answer[] = [];
    for (const step of steps.split(', ')) answers.push(await done(step, answers));
    expect(await history()).toEqual(expected);
    expect((await places(a)).map(({ longitude }) => longitude)).toEqual(
      expected.toReversed().map((place) => (place.startsWith('-') ? null : 10)),
    );
  });

  test.each(Array.from({ length: 12 }, (_, index) => [index]))(
    'of any course is what it was, to the microsecond, when all is taken back, and again when that is (%i)',
    async (seed) => {
      const random = seededRandom(seed);
      const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
      const steps = ['move 1', 'move 2', 'move 3', 'correct 1', 'correct 2', 'correct 4', 'unset', 'site Spit', 'site Weir'];
      const taken: { answer: Answer; before: unknown; after: unknown }[] = [];
      let isRetired = false;
      for (let step = 0; step < 10; step++) {
        const before = await exact();
        const leaves: boolean = !isRetired && random() < 0.15;
        const answer = await done(isRetired ? 'restore' : leaves ? 'retire' : pick(steps), []);
        isRetired = leaves;
        if (itemsOf(answer).length > 0) taken.push({ answer, before, after: await exact() });
      }
      const undone: { answer: Answer; after: unknown }[] = [];
      for (const { answer, before, after } of taken.toReversed()) {
        const back = await undo(ada, answer);
        expect([back.status, await exact(), await placeFaults(stage.host.database, stage.river)]).toEqual([200, before, []]);
        undone.push({ answer: back, after });
      }
      for (const { answer, after } of undone.toReversed()) {
        const again = await undo(ada, answer);
        expect([again.status, await exact(), await placeFaults(stage.host.database, stage.river)]).toEqual([200, after, []]);
      }
    },
  );
});
