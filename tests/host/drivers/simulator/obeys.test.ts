import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { binsFor, marked } from '#model/config/bins.ts';
import type { Contact } from '#model/entities/contact.ts';
import { createIntake } from '../../../../host/domain/contacts/intake.ts';
import { startSimulation } from '../../../../host/drivers/simulator/simulation-driver.ts';
import { openLeases } from '../../../../host/platform/leases/leases.ts';
import { until } from '../../../support/live-stage.ts';
import { type SimulatedStage, simulatedStages, start, table } from '../../../support/simulated-stage.ts';

/** Saving a simulated receiver's settings changes what it hears. */

const minute = 60_000;
/** A range-test beeper at the weir sends 46 times a minute; fish tags use the other frequencies. */
const [beeperAt, codedAt] = [150.525, [150.5, 150.81]];
const beaconCode = 511;

const open = simulatedStages();
let world: SimulatedStage;
let { listen, save, ask, idOf } = {} as SimulatedStage;
beforeEach(async () => {
  world = await open();
  ({ listen, save, ask, idOf } = world);
});
afterEach(() => world.stage.close());

const typesOf = (contacts: readonly Contact[]) => [...new Set(contacts.map(({ type }) => type))].sort((a, b) => a - b);
const antennasOf = (contacts: readonly Contact[]) => [...new Set(contacts.map(({ ant }) => ant))].sort((a, b) => a - b);
const codesOf = (contacts: readonly Contact[]) => new Set(contacts.filter(({ type }) => type >= 18).map(({ code }) => code));
const meanPower = (contacts: readonly Contact[]) => contacts.reduce((sum, { power }) => sum + power, 0) / contacts.length;
const turnsOf = (contacts: readonly Contact[]) => contacts.filter(({ ant }, i) => i > 0 && ant !== contacts[i - 1]?.ant).length;

describe('what is heard changes within 5 s of what is saved (SIM-8)', () => {
  test('as founded, one hears the beepers of its site and the others the coded tags (SIM-11)', async () => {
    await listen(idOf('Weir South'), 5 * minute);
    expect(typesOf(world.heardBy(idOf('Weir South')))).toEqual([7]);
    expect(world.heardBy(idOf('Weir South')).length).toBeGreaterThan(120);
    for (const alias of ['Weir North', 'Old Mill']) expect(typesOf(world.heardBy(idOf(alias)))).toContain(8);
  });

  test('enabled: one that is off hears nothing and says so; on again it hears as before', async () => {
    const rxId = idOf('Weir South');
    expect((await listen(rxId)).length).toBeGreaterThan(60);
    await ask('PUT', `/receivers/${rxId}`, { rxData: { basic: { enabled: false } } });
    expect(await listen(rxId)).toEqual([]);
    expect(world.messages()).toContainEqual({ type: 'newRxState', payload: expect.objectContaining({ rxId, state: -1 }) });
    await ask('PUT', `/receivers/${rxId}`, { rxData: { basic: { enabled: true } } });
    expect((await listen(rxId)).length).toBeGreaterThan(60);
  });

  test('bins: an Orion hears in those that are on', async () => {
    const rxId = idOf('Weir North');
    const band = { enabled: 1, baseFrequency: 150 };
    const only = binsFor(band, [beeperAt]);
    const beepers = { 'tags.decodeType': 7, 'general.storeNoise': 0, 'channels.bands.0.baseFrequency': 150 };
    await save(rxId, { ...beepers, 'channels.bands.0.frequencyBins': only });
    expect((await listen(rxId)).length).toBeGreaterThan(60);
    const off = only.indexOf('1');
    await save(rxId, { 'channels.bands.0.frequencyBins': marked('1'.repeat(200), off, off, '0') });
    expect(await listen(rxId)).toEqual([]);
    await save(rxId, { 'channels.bands.0.frequencyBins': '1'.repeat(200) });
    expect((await listen(rxId)).length).toBeGreaterThan(60);
  });

  test('scan table: an Ares hears at its frequencies, each in its turn', async () => {
    const rxId = idOf('Weir South');
    const always = await listen(rxId);
    await save(rxId, { 'channels.scanTable': table(codedAt) });
    expect(await listen(rxId)).toEqual([]);
    await save(rxId, { 'channels.scanTable': table([...codedAt, beeperAt]) });
    const sometimes = await listen(rxId);
    expect(sometimes.length).toBeGreaterThan(always.length / 6);
    expect(sometimes.length).toBeLessThan(always.length / 2);
  });

  test('squelch: nothing below it is decoded', async () => {
    const rxId = idOf('Weir South');
    const before = await listen(rxId);
    const between = meanPower(before);
    await save(rxId, { 'general.squelch': Math.round(between) });
    const after = await listen(rxId);
    expect(after.length).toBeLessThan(before.length * 0.75);
    expect(after.every(({ power }) => power > between - 10)).toBe(true);
    await save(rxId, { 'general.squelch': -57 });
    expect((await listen(rxId)).length).toBeLessThan(5);
  });

  test('gain: with less of it an Ares hears less, and that more faintly', async () => {
    const rxId = idOf('Weir South');
    const before = await listen(rxId);
    await save(rxId, { 'general.gain': 4 });
    const after = await listen(rxId);
    expect(after.length).toBeGreaterThan(0);
    expect(meanPower(after)).toBeLessThan(meanPower(before) - 8);
  });

  test('antennas: it hears by as many as it is set to, or by the one that it is locked to', async () => {
    const rxId = idOf('Weir South');
    expect(antennasOf(await listen(rxId))).toEqual([1, 2]);
    await save(rxId, { 'channels.numAntennas': 1 });
    expect(antennasOf(await listen(rxId))).toEqual([1]);
    await save(rxId, { 'channels.numAntennas': 4 });
    expect(antennasOf(await listen(rxId))).toEqual([1, 2, 3, 4]);
    const orion = idOf('Weir North');
    await save(orion, { 'general.antennaSwitchEnabled': 0, 'general.antennaLock': 2 });
    expect(antennasOf(await listen(orion, 5 * minute))).toEqual([2]);
    await save(orion, { 'general.antennaLock': 5 });
    expect(await listen(orion, 5 * minute)).toEqual([]);
  });

  test('dwell time: it stays that long with an antenna', async () => {
    const rxId = idOf('Weir South');
    expect(turnsOf(await listen(rxId))).toBeGreaterThan(30);
    await save(rxId, { 'channels.dwellTime': 45 });
    expect(turnsOf(await listen(rxId))).toBeLessThanOrEqual(4);
  });

  test('decode type: beepers, coded tags or noise, and nothing else', async () => {
    const rxId = idOf('Weir North');
    expect(typesOf(await listen(rxId, 5 * minute))).toEqual([4, 8]);
    const everywhere = { 'channels.bands.0.baseFrequency': 150, 'channels.bands.0.frequencyBins': '1'.repeat(200) };
    await save(rxId, { ...everywhere, 'general.storeNoise': 0, 'tags.decodeType': 7 });
    expect(typesOf(await listen(rxId))).toEqual([7]);
    await save(rxId, { 'tags.decodeType': 4 });
    expect(typesOf(await listen(rxId, 10 * minute))).toEqual([4]);
    const ares = idOf('Weir South');
    await save(ares, { 'decoder.decodeType': 8, 'channels.scanTable': table(codedAt) });
    expect(typesOf(await listen(ares, 10 * minute)).every((type) => type === 18 || type === 19)).toBe(true);
  });

  test('filter: an Ares leaves out these codes, or lets only these through', async () => {
    const rxId = idOf('Weir South');
    await save(rxId, { 'decoder.decodeType': 8, 'channels.scanTable': table([150.5]), 'filter.codeTable': table([beaconCode]) });
    const all = codesOf(await listen(rxId, 15 * minute));
    expect(all).toContain(beaconCode);
    expect(all.size).toBeGreaterThan(1);
    await save(rxId, { 'filter.enabled': 1 });
    expect(codesOf(await listen(rxId, 15 * minute))).toEqual(new Set([beaconCode]));
    await save(rxId, { 'filter.isExclude': 1 });
    const others = codesOf(await listen(rxId, 15 * minute));
    expect(others).not.toContain(beaconCode);
    expect(others.size).toBeGreaterThan(0);
  });

  test('the running simulator follows a save within 5 s', async () => {
    const { database, bus } = world.stage.host;
    const began = Date.now();
    const now = () => start + (Date.now() - began);
    const parts = { database, bus, log: pino({ level: 'silent' }), now };
    const leases = openLeases(parts);
    const driver = startSimulation({ ...parts, leases, intake: createIntake(parts), systemId: 'river', seed: 7 });
    try {
      await until('the simulator to run', () => driver.status().state === 'running');
      const rxId = idOf('Weir North');
      const everywhere = { 'channels.bands.0.baseFrequency': 150, 'channels.bands.0.frequencyBins': '1'.repeat(200) };
      await save(rxId, { ...everywhere, 'tags.decodeType': 7, 'general.squelch': -135 });
      const saved = Date.now();
      await until('beepers to be heard', () => world.heardBy(rxId).some(({ type }) => type === 7));
      expect(Date.now() - saved).toBeLessThanOrEqual(5_000);
    } finally {
      await driver.close();
      await leases.close();
    }
  });
});
