import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultConfig, withValue } from '#model/config/config.ts';
import type { Receiver } from '#model/entities/receiver.ts';
import type { WorldReceiver } from '../../../../host/drivers/simulator/world.ts';
import { type SimulatedStage, simulatedStages, table } from '../../../support/simulated-stage.ts';

/** Receivers that people make, move and remove in a simulated system (SIM-9). */

const [second, minute] = [1_000, 60_000];
const beepers = withValue(
  withValue(withValue(defaultConfig('ares', 'created'), 'channels.operateMode', 1), 'channels.scanTable', table([150.525])),
  'decoder.decodeType',
  7,
);

const open = simulatedStages();
let world: SimulatedStage;
let { listen, ask, idOf } = {} as SimulatedStage;
let siteOf: (alias: string) => Promise<number>;
beforeEach(async () => {
  world = await open();
  ({ listen, ask, idOf } = world);
  const sites = await world.stage.host.database.db.selectFrom('sites').select(['id', 'alias']).execute();
  siteOf = (alias) => Promise.resolve(sites.find((site) => site.alias === alias)?.id as number);
});
afterEach(() => world.stage.close());

const made = (reply: unknown) => (reply as { rxData: Receiver }).rxData.id;
const create = async (siteId: number, model: number | undefined, config: object = {}) =>
  made(await ask('POST', '/receivers', { newRx: { basic: { alias: 'New Receiver', model }, ...config }, siteId }));
const relocate = (rxId: number, { latitude, longitude }: { latitude: number; longitude: number }) =>
  ask('PATCH', `/receivers/${rxId}/location`, { newLat: latitude, newLon: longitude });
const planOf = (alias: string) => world.opened.world.receivers.find((one) => one.alias === alias) as WorldReceiver;
const reportOf = (rxId: number) =>
  world.stage.host.database.db.selectFrom('receiver_reports').selectAll().where('rx_id', '=', rxId).executeTakeFirst();

describe('a receiver that people make or move (SIM-9)', () => {
  test('is created: it is online, reports, and hears what it is set to where its site is', async () => {
    const rxId = await create(await siteOf('Weir'), 1, { ares: beepers });
    expect((await listen(rxId)).length).toBeGreaterThan(60);
    expect(await reportOf(rxId)).toMatchObject({ status: 4, model: 1, firmware_major: 2, memory_total_mb: 7_580 });
    expect(world.messages()).toContainEqual({ type: 'newRxState', payload: expect.objectContaining({ rxId, state: 4 }) });
  });

  test('is copied: it hears as the one that it is a copy of, by chances of its own', async () => {
    const rxId = idOf('Weir South');
    const copy = made(await ask('POST', '/receivers/copy', { rxId, siteId: await siteOf('Weir') }));
    const [heard, alike] = [await listen(copy), world.heardBy(rxId)];
    expect(heard.length).toBeGreaterThan(60);
    expect(new Set(heard.map(({ freq, type }) => `${freq} ${type}`))).toEqual(new Set(['150.525 7']));
    expect(heard.map(({ ts, power }) => [ts, power])).not.toEqual(alike.map(({ ts, power }) => [ts, power]));
  });

  test('is of a model that nobody named: it hears as an Orion and says that it is one, until somebody names another', async () => {
    const rxId = await create(await siteOf('Weir'), undefined);
    expect((await listen(rxId)).map(({ type }) => type)).toContain(7);
    expect(await reportOf(rxId)).toMatchObject({ model: 0, firmware_major: 7 });
    expect(world.messages()).toContainEqual({ type: 'newRxModel', payload: { rxId, model: 0 } });
    await ask('PUT', `/receivers/${rxId}`, { rxData: { basic: { model: 1 } } });
    await listen(rxId, 2 * minute);
    expect(await reportOf(rxId)).toMatchObject({ model: 1, firmware_major: 2 });
  });

  test('stands nowhere: it is online and hears nothing, until it is known where it stands', async () => {
    const { reply: siteId } = await world.stage.change((writer) => writer.create('site', { alias: 'Nowhere' }));
    const rxId = await create(siteId, 1, { ares: beepers });
    expect(await listen(rxId)).toEqual([]);
    expect(await reportOf(rxId)).toMatchObject({ status: 4 });
    await relocate(rxId, planOf('Weir North'));
    expect((await listen(rxId)).length).toBeGreaterThan(60);
  });

  test('is moved to coordinates elsewhere: it hears who is there, and no more who was where it stood', async () => {
    const rxId = idOf('Weir South');
    expect((await listen(rxId)).length).toBeGreaterThan(60);
    await relocate(rxId, planOf('Old Mill'));
    expect(await listen(rxId)).toEqual([]);
    const tester = idOf('Old Mill');
    await relocate(tester, planOf('Weir South'));
    await world.save(tester, { 'tags.decodeType': 7, 'channels.bands.0.frequencyBins': '1'.repeat(200) });
    expect((await listen(tester)).length).toBeGreaterThan(60);
  });

  test('is moved to another site, with no coordinates of its own: it stands where the others of that site do', async () => {
    const [weir, mill] = [await siteOf('Weir'), await siteOf('Old Mill')];
    const rxId = await create(mill, 1, { ares: beepers });
    expect(await listen(rxId)).toEqual([]);
    await ask('PATCH', `/receivers/${rxId}/site`, { newSiteId: weir, oldSiteId: mill });
    expect((await listen(rxId)).length).toBeGreaterThan(60);
    await ask('PATCH', `/receivers/${rxId}/site`, { newSiteId: mill, oldSiteId: weir });
    expect(await listen(rxId)).toEqual([]);
  });

  test('is deleted, and so retired: it is still, and the others hear on; restored it hears again (RX-35)', async () => {
    const rxId = await create(await siteOf('Weir'), 1, { ares: beepers });
    expect((await listen(rxId)).length).toBeGreaterThan(60);
    const gone = [rxId, idOf('Old Mill')];
    for (const id of gone) expect(await ask('DELETE', `/receivers/${id}`)).toMatchObject({ outcome: 'retired' });
    expect((await listen(idOf('Weir South'))).length).toBeGreaterThan(60);
    const heard = gone.map((id) => world.heardBy(id).length);
    const states = world.messages().length;
    await listen(rxId, 10 * second);
    expect(gone.map((id) => world.heardBy(id).length)).toEqual(heard);
    const later = world.messages().slice(states);
    expect(later.filter((message) => gone.includes((message as { payload: { rxId: number } }).payload.rxId))).toEqual([]);
    await ask('POST', `/receivers/${rxId}/restore`);
    expect((await listen(rxId)).length).toBeGreaterThan(60);
  });

  test('is deleted before it was ever on: it is gone, and the world goes on without it', async () => {
    const siteId = await siteOf('Weir');
    const rxId = made(await ask('POST', '/receivers', { newRx: { basic: { alias: 'Spare', enabled: false } }, siteId }));
    expect(await listen(rxId, minute)).toEqual([]);
    expect(await reportOf(rxId)).toMatchObject({ status: -1, info_time: null });
    expect(await ask('DELETE', `/receivers/${rxId}`)).toMatchObject({ outcome: 'removed' });
    expect((await listen(idOf('Weir South'))).length).toBeGreaterThan(60);
    expect(await reportOf(rxId)).toBeUndefined();
  });
});
