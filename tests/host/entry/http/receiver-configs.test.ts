import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AsOf, ChangeItem } from '#model/changes/change.ts';
import type { AresConfig } from '#model/config/ares.ts';
import { defaultConfig, withValue } from '#model/config/config.ts';
import type { OrionConfig } from '#model/config/orion.ts';
import type { ErrorBody } from '#model/contract/failure.ts';
import type { BatchResult } from '#model/contract/receiver-config-calls.ts';
import { expiredText } from '#model/entities/expiry.ts';
import type { Receiver } from '#model/entities/receiver.ts';
import { planted } from '../../../support/planted.ts';
import { changeStages, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';

/** Reading and saving a receiver with its configuration (CFG-7, CFG-8, CALL-3). */

type Shown = { asOf: AsOf; rxData: { basic: Receiver; orion?: OrionConfig; ares?: AresConfig } };
const errorOf = ({ json }: { json: unknown }) => (json as ErrorBody).error;

const openStage = changeStages();
let stage: ChangeStage;
let ada: Sitter;
beforeEach(async () => {
  stage = await openStage();
  ada = await stage.sit('ada', 3);
});
afterEach(() => stage.close());

const read = async (who: Sitter, id: number | undefined) => (await who.call('GET', `/receivers/${id}`)).json as Shown;
const save = (who: Sitter, id: number | undefined, rxData: object, asOf?: AsOf) =>
  who.call('PUT', `/receivers/${id}`, { body: { rxData, ...(asOf === undefined ? {} : { asOf }) } });
const itemsOf = ({ json }: { json: unknown }) => (json as { items: ChangeItem[] }).items;
const versions = () => {
  const { db } = stage.host.database;
  return db.selectFrom('receiver_configs').selectAll().where('system_id', '=', stage.river).orderBy('revision').execute();
};

describe('a receiver with its configuration', () => {
  test('begins with what its family begins with; an unknown model is an Orion', async () => {
    const [a] = stage.rx;
    const { asOf, rxData } = await read(ada, a);
    expect(rxData).toEqual({ basic: expect.objectContaining({ id: a, alias: 'A', model: -1 }), orion: defaultConfig('orion') });
    expect(asOf.revision).toBeGreaterThan(0);
  });

  test('is saved: the fields that differ are one change, which everybody hears of, and a version is kept', async () => {
    const [a] = stage.rx;
    const { asOf, rxData } = await read(ada, a);
    const orion = withValue(withValue(rxData.orion as OrionConfig, 'general.squelch', -100), 'channels.bands.1.enabled', 1);
    const saved = await save(ada, a, { basic: { alias: 'North', ipAddress: '10.0.0.9' }, orion }, asOf);
    expect(saved.status).toBe(200);
    expect(itemsOf(saved)).toEqual([
      { kind: 'receiver.renamed', id: a, name: 'A', before: { alias: 'A' }, after: { alias: 'North' } },
      {
        kind: 'receiver.ipChanged',
        id: a,
        name: 'A',
        before: { ipAddress: '' },
        after: { ipAddress: '10.0.0.9' },
      },
      {
        kind: 'receiver.configured',
        id: a,
        name: 'A',
        before: { 'orion.general.squelch': null, 'orion.channels.bands.1.enabled': null },
        after: { 'orion.general.squelch': -100, 'orion.channels.bands.1.enabled': 1 },
      },
    ]);
    expect((await read(ada, a)).rxData).toMatchObject({ basic: { alias: 'North', ipAddress: '10.0.0.9' }, orion });
    expect((await versions()).at(-1)).toMatchObject({
      rx_id: a as number,
      revision: asOf.revision + 1,
      user_name: 'Test ada',
      through: 'console',
      config: { 'orion.general.squelch': -100 },
    });
  });

  test('saved as it stands is no change, and no version', async () => {
    const [a] = stage.rx;
    const { asOf, rxData } = await read(ada, a);
    const before = await versions();
    expect(itemsOf(await save(ada, a, { basic: {}, orion: rxData.orion }, asOf))).toEqual([]);
    expect(await versions()).toEqual(before);
  });

  test('is taken back by one undo, the settings too', async () => {
    const [a] = stage.rx;
    const { asOf, rxData } = await read(ada, a);
    const first = withValue(rxData.orion as OrionConfig, 'general.squelch', -100);
    await save(ada, a, { basic: {}, orion: first }, asOf);
    const second = await save(ada, a, { basic: { alias: 'North' }, orion: withValue(first, 'general.squelch', -90) });
    const { revision } = second.json as AsOf;
    expect((await ada.call('POST', `/changes/${revision}/undo`)).status).toBe(200);
    const back = await read(ada, a);
    expect(back.rxData.basic.alias).toBe('A');
    expect(back.rxData.orion).toEqual(first);
  });

  test('a field that somebody changed since is refused, saying to what, by whom and when; others are saved', async () => {
    const [a] = stage.rx;
    const ben = await stage.sit('ben', 3);
    const { asOf, rxData } = await read(ben, a);
    const orion = rxData.orion as OrionConfig;
    await save(ada, a, { basic: {}, orion: withValue(orion, 'general.squelch', -100) });
    const refused = await save(ben, a, { basic: {}, orion: withValue(orion, 'general.squelch', -95) }, asOf);
    expect(refused.status).toBe(409);
    expect(errorOf(refused)).toMatchObject({
      field: 'orion.general.squelch',
      conflict: { value: -100, by: { name: 'Test ada' }, revision: asOf.revision + 1 },
    });
    const again = await read(ben, a);
    expect(again.rxData.orion?.general.squelch).toBe(-100);
    const overwritten = await save(ben, a, { basic: {}, orion: withValue(orion, 'general.squelch', -95) }, again.asOf);
    expect(overwritten.status).toBe(200);
  });

  test('two who change different fields do not meet', async () => {
    const [a] = stage.rx;
    const { asOf, rxData } = await read(ada, a);
    const orion = rxData.orion as OrionConfig;
    await save(ada, a, { basic: { portNumber: 9_000 } }, asOf);
    const saved = await save(ada, a, { basic: {}, orion: withValue(orion, 'general.squelch', -95) }, asOf);
    expect(saved.status).toBe(200);
  });

  test.each([
    ['of the other family', { basic: { model: 0 }, ares: defaultConfig('ares') }, 400, 'rxData.ares'],
    ['beyond a limit', { basic: {}, orion: withValue(defaultConfig('orion'), 'general.squelch', -136) }, 400, undefined],
    ['with a name that another has', { basic: { alias: 'B' } }, 409, 'rxData.basic.alias'],
  ])('%s is refused, and nothing of it is saved', async (_, rxData, status, field) => {
    const [a] = stage.rx;
    const before = await read(ada, a);
    const refused = await save(ada, a, rxData);
    expect([refused.status, field === undefined ? undefined : errorOf(refused).field]).toEqual([status, field]);
    expect(await read(ada, a)).toEqual(before);
  });

  test('its model is named with the section of that family', async () => {
    const [a] = stage.rx;
    const ares = withValue(defaultConfig('ares'), 'channels.scanTable', [{ id: 7, content: 150.36 }]);
    expect((await save(ada, a, { basic: { model: 1 }, ares })).status).toBe(200);
    const { rxData } = await read(ada, a);
    expect(rxData.basic.model).toBe(1);
    expect(rxData.ares?.channels.scanTable).toEqual([{ id: 1, content: 150.36 }]);
  });

  test('a viewer reads and does not save; who belongs to another system does neither (ROLE-6)', async () => {
    const [a] = stage.rx;
    const vic = await stage.sit('vic', 4);
    expect((await vic.call('GET', `/receivers/${a}`)).status).toBe(200);
    expect((await save(vic, a, { basic: { alias: 'Mine' } })).status).toBe(403);
    expect((await ada.call('GET', '/receivers/999999')).status).toBe(404);
    expect((await save(ada, 999_999, { basic: { alias: 'Mine' } })).status).toBe(404);
  });
});

describe('receivers that come to be (RX-32, RX-33, RX-34)', () => {
  type Made = AsOf & { rxData: Receiver; items: ChangeItem[] };
  const create = (who: Sitter, siteId: number, newRx: object) => who.call('POST', '/receivers', { body: { newRx, siteId } });
  const site = async () => ((await ada.call('POST', '/sites', { body: { newSiteName: 'Shore' } })).json as { id: number }).id;
  const limit = (more: object) =>
    planted(stage.host.database).updateTable('systems').set(more).where('id', '=', stage.river).execute();

  test('one is made at a site, in a light colour, as its family begins in the console', async () => {
    const siteId = await site();
    const made = await create(ada, siteId, {
      basic: { alias: 'New Receiver', model: 1, ipAddress: '10.0.0.4', portNumber: 20_001 },
    });
    expect(made.status).toBe(200);
    const { rxData, items, revision } = made.json as Made;
    expect(rxData).toMatchObject({ alias: 'New Receiver', SiteId: siteId, model: 1, status: 0, rev: revision });
    expect(rxData.color).toMatch(/^#[0-9a-f]{6}$/);
    expect(items).toMatchObject([{ kind: 'receiver.created', id: rxData.id, after: { alias: 'New Receiver', SiteId: siteId } }]);
    expect((await read(ada, rxData.id)).rxData.ares).toEqual(defaultConfig('ares', 'created'));
    expect((await versions()).at(-1)).toMatchObject({ rx_id: rxData.id, revision });
  });

  test.each([
    ['left out', {}],
    ['empty', { ipAddress: '' }],
  ])('one whose IP address is %s has none, and neither has its copy (RX-4)', async (_, address) => {
    const siteId = await site();
    const made = (await create(ada, siteId, { basic: { alias: 'New Receiver', ...address } })).json as Made;
    const copy = (await ada.call('POST', '/receivers/copy', { body: { siteId, rxId: made.rxData.id } })).json as Made;
    expect([made.rxData, copy.rxData].map(({ ipAddress }) => ipAddress)).toEqual(['', '']);
    expect(made.items).toMatchObject([{ kind: 'receiver.created', after: { ipAddress: '' } }]);
  });

  test('a copy has a name of its own, and all else of the other that people set', async () => {
    const siteId = await site();
    const orion = withValue(defaultConfig('orion'), 'general.squelch', -99);
    const first = (await create(ada, siteId, { basic: { alias: 'Crest', model: 0, enabled: false }, orion })).json as Made;
    const copies = [];
    for (const _ of [1, 2]) copies.push(await ada.call('POST', '/receivers/copy', { body: { siteId, rxId: first.rxData.id } }));
    const made = copies.map(({ json }) => (json as Made).rxData);
    expect(made).toMatchObject([
      { alias: 'Crest copy', SiteId: siteId, model: 0, enabled: false, status: -1 },
      { alias: 'Crest copy 2', SiteId: siteId, enabled: false, status: -1 },
    ]);
    expect(first.rxData.status, 'nobody has heard the first one either (RX-12)').toBe(-1);
    expect((await read(ada, made[1]?.id)).rxData.basic.status).toBe(-1);
    expect((await read(ada, made[1]?.id)).rxData.orion).toEqual(orion);
  });

  test('a full system takes no more, nor does one that has expired; both say so', async () => {
    const siteId = await site();
    await limit({ max_receivers: 2 });
    const full = await create(ada, siteId, { basic: { alias: 'One too many' } });
    expect([full.status, errorOf(full).message]).toEqual([409, 'This system takes at most 2 receivers.']);
    const copy = await ada.call('POST', '/receivers/copy', { body: { siteId, rxId: stage.rx[0] } });
    expect(copy.status).toBe(409);
    await limit({ max_receivers: 100, expiry: new Date(1_000) });
    const late = await create(ada, siteId, { basic: { alias: 'Too late' } });
    expect([late.status, errorOf(late).message]).toEqual([409, expiredText]);
  });

  test.each([
    ['without a name', { basic: {} }, 400],
    ['under a name that another has', { basic: { alias: 'A' } }, 409],
    ['with the section of another model', { basic: { alias: 'C', model: 0 }, ares: defaultConfig('ares') }, 400],
  ])('one %s is refused', async (_, newRx, status) => {
    expect((await create(ada, await site(), newRx)).status).toBe(status);
  });

  test('one is moved to another site, and to none that another system has (RX-7)', async () => {
    const [a] = stage.rx;
    const siteId = await site();
    const move = (newSiteId: number) => ada.call('PATCH', `/receivers/${a}/site`, { body: { newSiteId, oldSiteId: null } });
    expect(itemsOf(await move(siteId))).toMatchObject([
      { kind: 'receiver.moved', before: { SiteId: null }, after: { SiteId: siteId } },
    ]);
    const foreign = await stage.change((writer) => writer.create('site', { alias: 'Far' }), { systemId: stage.lake });
    expect((await move(foreign.reply)).status).toBe(404);
    expect((await create(ada, foreign.reply, { basic: { alias: 'C' } })).status).toBe(404);
  });
});

describe('a batch (CFG-11)', () => {
  type Answered = AsOf & { items: ChangeItem[]; results: BatchResult[] };
  const apply = (who: Sitter, rxData: object, applyIds: number[], asOf?: AsOf) =>
    who.call('PUT', '/receivers/batchUpdate', { body: { rxData, applyIds, ...(asOf === undefined ? {} : { asOf }) } });
  const onlySecondBand = [null, { enabled: 1, baseFrequency: 166 }, null, null, null];

  test('puts the chosen fields into all, and no others, as one change that one undo takes back', async () => {
    const [a, b] = stage.rx;
    const before = withValue(defaultConfig('orion'), 'general.squelch', -99);
    await save(ada, a, { basic: {}, orion: before });
    const answer = await apply(ada, { orion: { general: { storeNoise: 1 }, channels: { bands: onlySecondBand } } }, [a, b]);
    const { results, items, revision } = answer.json as Answered;
    expect(results).toEqual([
      { rxId: a, alias: 'A', reason: null },
      { rxId: b, alias: 'B', reason: null },
    ]);
    expect(items.map(({ id }) => id)).toEqual([a, b]);
    const expected = withValue(
      withValue(withValue(before, 'general.storeNoise', 1), 'channels.bands.1.enabled', 1),
      'channels.bands.1.baseFrequency',
      166,
    );
    expect((await read(ada, a)).rxData.orion).toEqual(expected);
    expect((await read(ada, b)).rxData.orion?.general).toMatchObject({ storeNoise: 1, squelch: -110 });
    expect((await ada.call('POST', `/changes/${revision}/undo`)).status).toBe(200);
    expect((await read(ada, a)).rxData.orion).toEqual(before);
  });

  test('is looked at before: several configurations at once; who is not there is left out, as is another system', async () => {
    const [a, b] = stage.rx;
    await save(ada, a, { basic: {}, orion: withValue(defaultConfig('orion'), 'general.squelch', -100) });
    const { status, json } = await ada.call('GET', `/receivers/configs?rxIds=${a},${b},2000000`);
    expect(status).toBe(200);
    const { asOf, receivers } = json as { asOf: AsOf; receivers: { rxId: number; alias: string; orion: OrionConfig }[] };
    expect(asOf.revision).toBeGreaterThan(0);
    expect(receivers.map(({ rxId, alias, orion }) => [rxId, alias, orion.general.squelch])).toEqual([
      [a, 'A', -100],
      [b, 'B', -110],
    ]);
    expect((await ada.call('GET', '/receivers/configs?rxIds=')).status).toBe(400);
  });

  test('leaves out, with its reason, who is of another model, is gone, or would have bounds that cross', async () => {
    const [a, b] = stage.rx;
    await save(ada, b, { basic: { model: 1 } });
    const crossing = { orion: { tags: { beeper: { pulseMin: 30 } } } };
    expect(((await apply(ada, crossing, [a, b, 999_999])).json as Answered).results).toEqual([
      { rxId: a, alias: 'A', reason: 'Tags, Beeper: Shortest pulse: Not above the maximum, 25' },
      { rxId: b, alias: 'B', reason: 'It is of another model: Ares' },
      { rxId: 999_999, alias: '999999', reason: 'It no longer exists' },
    ]);
    expect((await read(ada, a)).rxData.orion).toEqual(defaultConfig('orion'));
  });

  test('leaves as it is whose chosen field somebody changed after it was looked at, saying to what, by whom and when', async () => {
    const [a, b] = stage.rx;
    const ben = await stage.sit('ben', 3);
    const { asOf } = (await ben.call('GET', `/receivers/configs?rxIds=${a},${b}`)).json as { asOf: AsOf };
    const { revision } = (await apply(ada, { orion: { general: { squelch: -100 } } }, [a])).json as AsOf;
    await apply(ada, { orion: { general: { storeNoise: 1 } } }, [b]);
    const chosen = { orion: { general: { squelch: -95 } } };
    const answer = (await apply(ben, chosen, [a, b], asOf)).json as Answered;
    expect(answer.results).toEqual([
      {
        rxId: a,
        alias: 'A',
        reason: 'General: Squelch: Test ada has changed this since',
        field: 'orion.general.squelch',
        conflict: { value: -100, by: { id: ada.id, name: 'Test ada' }, at: expect.any(Number), revision },
      },
      { rxId: b, alias: 'B', reason: null },
    ]);
    expect(answer.items.map(({ id }) => id)).toEqual([b]);
    expect((await read(ada, a)).rxData.orion?.general.squelch).toBe(-100);
    expect((await read(ada, b)).rxData.orion?.general).toMatchObject({ squelch: -95, storeNoise: 1 });
    const seen = { epoch: answer.epoch, revision: answer.revision };
    expect(((await apply(ben, chosen, [a], seen)).json as Answered).results).toEqual([{ rxId: a, alias: 'A', reason: null }]);
  });

  test('holds nothing up where somebody set what is chosen already, and is refused of another order', async () => {
    const [a] = stage.rx;
    const { asOf } = await read(ada, a);
    const chosen = { orion: { general: { squelch: -100 } } };
    await apply(ada, chosen, [a]);
    expect(((await apply(ada, chosen, [a], asOf)).json as Answered).results).toEqual([{ rxId: a, alias: 'A', reason: null }]);
    const refused = await apply(ada, chosen, [a], { ...asOf, epoch: 'another' });
    expect([refused.status, errorOf(refused).type]).toEqual([410, 'Gone']);
  });

  test.each([
    ['of both families', { orion: {}, ares: {} }],
    ['of none', {}],
    ['with a name', { orion: {}, basic: { alias: 'X' } }],
    ['with a field that there is not', { orion: { general: { volume: 3 } } }],
    ['beyond a limit', { orion: { general: { squelch: 0 } } }],
  ])('%s is refused as a whole', async (_, rxData) => {
    expect((await apply(ada, rxData, [stage.rx[0]])).status).toBe(400);
  });
});
