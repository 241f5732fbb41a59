import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Family, configFrom, defaultConfig, settingsOf } from '#model/config/config.ts';
import { foundingConfig } from '../../../../host/drivers/simulator/founding-config.ts';
import { fillHistory } from '../../../../host/drivers/simulator/history.ts';
import type { OpenSimulation } from '../../../../host/drivers/simulator/open-simulation.ts';
import { planted } from '../../../support/planted.ts';
import { type SimulatedStage, simulatedStages, start, table } from '../../../support/simulated-stage.ts';
import { soleHost } from '../../../support/sole-host.ts';

/** A receiver's past configuration is stored for as long as contacts heard with it are still to be made. */

const [second, minute] = [1_000, 60_000];
const log = pino({ level: 'silent' });

const open = simulatedStages();
let world: SimulatedStage;
let { listen, save, ask, idOf } = {} as SimulatedStage;
beforeEach(async () => {
  world = await open();
  ({ listen, save, ask, idOf } = world);
});
afterEach(() => world.stage.close());

const stored = async () => {
  const { rows } = await world.stage.host.database.pool.query<Record<string, unknown>>(
    'select rx_id, ts, ant, freq_hz, code, type, power, n from contacts order by ts, rx_id, ant, freq_hz, code, power, n',
  );
  return rows;
};
const setups = () => world.stage.host.database.db.selectFrom('simulated_setups').selectAll().orderBy('since').execute();
/** Makes all contacts from `from` to now again. */
async function makeAgain(from: number, opened: OpenSimulation): Promise<void> {
  const { database } = world.stage.host;
  await database.pool.query('truncate contacts, contacts_hourly, contacts_hourly_codes, simulation_history');
  await database.db
    .insertInto('simulation_history')
    .values({ system_id: 'river', starts: new Date(from), ends: new Date(world.now()) })
    .execute();
  const { signal } = new AbortController();
  await fillHistory({ database, log, systemId: 'river', lease: soleHost, world: opened.world, rxIds: opened.rxIds, signal });
}

describe('what receivers were set to, and when', () => {
  test('makes the same of a past as was heard when it was live, whatever was set meanwhile (SIM-1, SIM-10)', async () => {
    const south = idOf('Weir South');
    await listen(south, minute);
    await save(south, { 'channels.numAntennas': 1, 'channels.scanTable': table([150.5, 150.525]) });
    await listen(south, minute + 700);
    await save(idOf('Weir North'), { 'tags.decodeType': 7, 'channels.bands.0.frequencyBins': '1'.repeat(200) });
    const sites = await world.stage.host.database.db.selectFrom('sites').select(['id', 'alias']).execute();
    const siteId = sites.find(({ alias }) => alias === 'Weir')?.id;
    const copied = (await ask('POST', '/receivers/copy', { rxId: south, siteId })) as { rxData: { id: number } };
    await listen(south, minute);
    await ask('PUT', `/receivers/${south}`, { rxData: { basic: { enabled: false } } });
    await listen(south, minute + 300);
    await ask('DELETE', `/receivers/${copied.rxData.id}`);
    await listen(south, minute);
    const heard = await stored();
    expect(heard.length).toBeGreaterThan(150);
    expect(new Set(heard.map(({ rx_id }) => rx_id))).toContain(copied.rxData.id);
    await makeAgain(start, world.opened);
    expect(await stored()).toEqual(heard);
  });

  test('is known after a kill, and what changed while nobody looked counts from then on (SIM-4)', async () => {
    const south = idOf('Weir South');
    await save(south, { 'channels.scanTable': table([150.81]) });
    await listen(south, minute);
    const before = await setups();
    const opened = await world.restart(second);
    expect(await listen(south, minute)).toEqual([]);
    expect(await setups()).toEqual(before);
    await save(south, { 'channels.scanTable': table([150.525]) });
    await world.restart(10 * minute);
    expect((await listen(south)).length).toBeGreaterThan(60);
    await makeAgain(start, opened);
    const times = (await stored()).filter(({ rx_id, type }) => rx_id === south && type === 7).map(({ ts }) => Number(ts));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(start + 11 * minute);
  });

  test('is forgotten when no past is left that needs it', async () => {
    const south = idOf('Weir South');
    for (const gain of [9, 8, 7]) {
      await save(south, { 'general.gain': gain });
      await listen(south, 30 * second);
    }
    const gains = async () =>
      (await setups()).filter(({ rx_id }) => rx_id === south).map(({ setup }) => setup?.settings['ares.general.gain']);
    expect(await gains()).toEqual([9, 8, 7]);
    await world.stage.host.database.db.deleteFrom('simulation_history').execute();
    await save(south, { 'general.gain': 6 });
    await listen(south, 30 * second);
    await save(south, { 'general.gain': 5 });
    await listen(south, 30 * second);
    expect(await gains()).toEqual([5]);
  });
});

describe('a study that an earlier version founded (SIM-11)', () => {
  /**
   * Changes the simulation to the form of the previous version, whose receivers ignored their configuration.
   */
  async function foundedBefore(): Promise<void> {
    const { database } = world.stage.host;
    await database.db.updateTable('simulations').set({ obeys: false }).execute();
    await database.db.deleteFrom('simulated_setups').execute();
    for (const { alias, model } of world.opened.world.receivers) {
      const family: Family = model === 1 ? 'ares' : 'orion';
      const config = JSON.stringify(settingsOf(family, defaultConfig(family)));
      await planted(database).updateTable('receivers').set({ config }).where('id', '=', idOf(alias)).execute();
    }
  }
  const configurations = async () =>
    (await world.stage.host.database.db.selectFrom('changes').select(['through', 'items']).orderBy('revision').execute())
      .filter(({ items }) => items.some(({ kind }) => kind === 'receiver.configured'))
      .map(({ through, items }) => [through, items.map(({ name }) => name)]);

  test('has its receivers set once as it would be founded now, but for one that somebody has set', async () => {
    await foundedBefore();
    await save(idOf('Weir North'), { 'general.squelch': -101 });
    const opened = await world.restart(minute);
    await world.restart(second);
    expect(await configurations()).toEqual([
      ['console', ['Weir North']],
      ['simulator', ['Weir South', 'Old Mill']],
    ]);
    const rows = await world.stage.host.database.db.selectFrom('receivers').select(['id', 'config']).execute();
    const configOf = (alias: string) => rows.find(({ id }) => id === idOf(alias))?.config ?? {};
    const [north, south, mill] = opened.world.receivers;
    expect({ ares: configFrom('ares', configOf('Weir South')) }).toEqual(south && foundingConfig(opened.world, south));
    expect({ orion: configFrom('orion', configOf('Old Mill')) }).toEqual(mill && foundingConfig(opened.world, mill));
    expect({ orion: configFrom('orion', configOf('Weir North')) }).not.toEqual(north && foundingConfig(opened.world, north));
    expect(configOf('Weir North')).toMatchObject({ 'orion.general.squelch': -101, 'orion.general.numberAntennas': 1 });
  });

  test('does not fall silent, and its past before that is made as ever', async () => {
    await foundedBefore();
    const opened = await world.restart(3 * minute);
    const from = world.now();
    const heard = await listen(idOf('Weir South'));
    expect(heard.length).toBeGreaterThan(60);
    await listen(idOf('Old Mill'), 5 * minute);
    for (const { alias } of opened.world.receivers) expect(world.heardBy(idOf(alias)).length).toBeGreaterThan(0);
    await makeAgain(start, opened);
    // Before it was configured, an Orion heard coded tags and beepers alike.
    const byNorth = (await stored()).filter(({ rx_id }) => rx_id === idOf('Weir North'));
    const typesIn = (isMeant: (ts: number) => boolean) =>
      new Set(byNorth.filter(({ ts }) => isMeant(Number(ts))).map(({ type }) => type));
    expect(typesIn((ts) => ts < from)).toEqual(new Set([4, 7, 8]));
    expect(typesIn((ts) => ts >= from)).not.toContain(7);
  });
});
