import { receiverModels } from '#model/entities/receiver.ts';
import { chance } from './chance.ts';
import { alongRiver, makeRiver, toCoordinates, type River } from './river.ts';
import type { Carrier, World, WorldReceiver, WorldSite, WorldTransmitter } from './world.ts';

const { orion, ares } = receiverModels;

/**
 * A receiver in a study's plan: its place (in km: `aside` of the river and `down` from the site), its model,
 * and its faults.
 */
type ReceiverPlan = {
  alias: string;
  site: number;
  model: 0 | 1;
  aside: number;
  down: number;
  azimuths: number[];
  memoryDays?: number;
  memoryStart?: number;
  wornBattery?: boolean;
  flakyLink?: boolean;
};
type AnimalPlan = [alias: string, species: string, gender: 0 | 1, weight: number, age: number];
/**
 * A beacon on a site's mast: its interval (ms), give or take `jitter`, and its faults. With `sendsEach` 3, it
 * skips two of three signals to save a weak battery. `silentFor` is how long (ms) its battery has been empty
 * when the study begins.
 */
type BeaconPlan = {
  serialNumber: string;
  site: number;
  code: number;
  interval: number;
  jitter: number;
  sendsEach?: number;
  silentFor?: number;
};
type Plan = {
  riverName: string;
  bends: [number, number][];
  sites: WorldSite[];
  receivers: ReceiverPlan[];
  animals: AnimalPlan[];
  beacons: BeaconPlan[];
  crew: { serialNumber: string; site: number; interval: number }[];
  channels: number[];
  serialPrefix: string;
  network: string;
};

const hourMs = 3_600_000;
/** Many receivers' rounds divide 30 s, so the beacon always meets the same antennas. */
const lockedBeacon = { interval: 30_000, jitter: 40 };

const demoPlan: Plan = {
  riverName: 'Kettle River',
  bends: [
    [49.0561, -118.9993],
    [49.0386, -118.9518],
    [49.0213, -118.8944],
    [49.0098, -118.8297],
    [49.0052, -118.7741],
    [49.0187, -118.7102],
    [49.0324, -118.6489],
    [49.0186, -118.5936],
    [49.0055, -118.5402],
  ],
  sites: [
    { alias: 'Rock Creek Bridge', color: '#2e7d32', pointStyle: 'circle', km: 2.1 },
    { alias: 'Midway Bend', color: '#c79100', pointStyle: 'triangle', km: 17.4 },
    { alias: 'Cascade Gorge', color: '#1565c0', pointStyle: 'rect', km: 31.2 },
  ],
  receivers: [
    { alias: 'RCB-1 Upstream', site: 0, model: orion, aside: 0.09, down: -0.15, azimuths: [260, 80, 350], memoryStart: 0.42 },
    { alias: 'RCB-2 Downstream', site: 0, model: orion, aside: -0.08, down: 0.2, azimuths: [95, 275], wornBattery: true },
    { alias: 'RCB-3 Confluence', site: 0, model: ares, aside: 0.2, down: 0.55, azimuths: [180, 60] },
    {
      alias: 'MID-1 Left Bank',
      site: 1,
      model: orion,
      aside: 0.12,
      down: 0,
      azimuths: [280, 100, 10, 190],
      memoryDays: 1,
      memoryStart: 0.895,
    },
    { alias: 'MID-2 Right Bank', site: 1, model: ares, aside: -0.1, down: 0.12, azimuths: [285, 105, 20] },
    { alias: 'MID-3 Side Channel', site: 1, model: orion, aside: 0.45, down: -0.4, azimuths: [200, 20], flakyLink: true },
    { alias: 'CAS-1 Gorge Rim', site: 2, model: ares, aside: 0.16, down: -0.1, azimuths: [300, 120, 210] },
    { alias: 'CAS-2 Tailrace', site: 2, model: orion, aside: -0.07, down: 0.3, azimuths: [305, 125], memoryStart: 0.71 },
    { alias: 'CAS-3 Fish Ladder', site: 2, model: orion, aside: 0.04, down: -0.3, azimuths: [290, 110, 30] },
  ],
  animals: [
    ['Chinook 01', 'Chinook salmon', 0, 5400, 1190],
    ['Chinook 02', 'Chinook salmon', 1, 6120, 1240],
    ['Chinook 03', 'Chinook salmon', 0, 4880, 1105],
    ['Sockeye 01', 'Sockeye salmon', 1, 2650, 1310],
    ['Sockeye 02', 'Sockeye salmon', 0, 2480, 1295],
    ['Rainbow 01', 'Rainbow trout', 0, 1320, 940],
    ['Rainbow 02', 'Rainbow trout', 1, 1510, 1010],
    ['Rainbow 03', 'Rainbow trout', 0, 1185, 890],
    ['Bull Trout 01', 'Bull trout', 1, 2210, 1680],
    ['Bull Trout 02', 'Bull trout', 0, 1975, 1590],
    ['Whitefish 01', 'Mountain whitefish', 1, 640, 1150],
    ['Sturgeon 01', 'White sturgeon', 0, 38500, 9125],
  ],
  beacons: [
    { serialNumber: 'BCN-0001', site: 0, code: 501, interval: 12_900, jitter: 200 },
    { serialNumber: 'BCN-0002', site: 1, code: 502, interval: 14_600, jitter: 200 },
    { serialNumber: 'BCN-0003', site: 2, code: 503, interval: 13_400, jitter: 200 },
    { serialNumber: 'BCN-0004', site: 1, code: 504, interval: 14_200, jitter: 200, sendsEach: 3 },
    { serialNumber: 'BCN-0005', site: 2, code: 505, interval: 13_100, jitter: 200, silentFor: 30 * hourMs },
    { ...lockedBeacon, serialNumber: 'BCN-0006', site: 0, code: 506 },
  ],
  crew: [
    { serialNumber: 'RANGE-01', site: 0, interval: 1150 },
    { serialNumber: 'RANGE-02', site: 1, interval: 1100 },
    { serialNumber: 'RANGE-03', site: 1, interval: 1180 },
    { serialNumber: 'RANGE-04', site: 2, interval: 1120 },
  ],
  channels: [149.7, 150.05, 150.36, 151.2],
  serialPrefix: 'KRS',
  network: '10.20.1',
};

const riverPlan: Plan = {
  riverName: 'Shuswap River',
  bends: [
    [50.6931, -119.3257],
    [50.6704, -119.2711],
    [50.6388, -119.2305],
    [50.6012, -119.2018],
  ],
  sites: [
    { alias: 'Weir', color: '#6a1b9a', pointStyle: 'circle', km: 3 },
    { alias: 'Old Mill', color: '#00838f', pointStyle: 'rectRot', km: 10.5 },
  ],
  receivers: [
    { alias: 'Weir North', site: 0, model: orion, aside: 0.08, down: 0, azimuths: [330, 150] },
    { alias: 'Weir South', site: 0, model: ares, aside: -0.08, down: 0.1, azimuths: [150, 330], memoryStart: 0.55 },
    { alias: 'Old Mill', site: 1, model: orion, aside: 0.1, down: 0, azimuths: [340, 160, 70], flakyLink: true },
  ],
  animals: [
    ['Coho 01', 'Coho salmon', 0, 3100, 1040],
    ['Coho 02', 'Coho salmon', 1, 3320, 1065],
    ['Coho 03', 'Coho salmon', 0, 2890, 1010],
    ['Steelhead 01', 'Steelhead', 1, 4450, 1420],
  ],
  beacons: [{ serialNumber: 'BCN-0101', site: 0, code: 511, interval: 12_400, jitter: 200 }],
  crew: [{ serialNumber: 'RANGE-11', site: 0, interval: 1300 }],
  channels: [150.5, 150.81],
  serialPrefix: 'RIV',
  network: '10.20.2',
};

const plans: Readonly<Record<string, Plan>> = { demo: demoPlan, river: riverPlan };

/** The beacons in the first edition of the plans. All of them were `lockedBeacon`s (SIM-1). */
const firstBeacons: readonly string[] = ['BCN-0001', 'BCN-0002', 'BCN-0003', 'BCN-0101'];

function firstEditionOf(plan: Plan): Plan {
  const beacons = plan.beacons.filter(({ serialNumber }) => firstBeacons.includes(serialNumber));
  return { ...plan, beacons: beacons.map((beacon) => ({ ...beacon, ...lockedBeacon })) };
}

/**
 * How long (ms) before the live part crews begin to test ranges, so that the past day is as busy as the
 * present (SIM-16).
 */
const testedBeforeMs = 86_400_000;

/** The edition of the plans that new studies use. Each study keeps its own edition (SIM-1). */
export const newestEdition = 2;

/**
 * Creates the world of a simulated system, from its own plan or else the demo's. `liveFrom` in ms since the
 * epoch.
 */
export function makeWorld(systemId: string, seed: number, liveFrom: number, edition: number = newestEdition): World {
  const newest = plans[systemId] ?? demoPlan;
  const plan = edition === 1 ? firstEditionOf(newest) : newest;
  const river = makeRiver(plan.bends.map(([latitude, longitude]) => ({ latitude, longitude })));
  const receivers = plan.receivers.map((receiver, key) => makeReceiver(plan, river, seed, receiver, key));
  const transmitters = makeTransmitters(plan, seed, liveFrom);
  const { riverName, sites } = plan;
  const testsFrom = edition === 1 ? liveFrom : liveFrom - testedBeforeMs;
  return { seed, liveFrom, testsFrom, river, riverName, sites, receivers, transmitters, actions: new Map(), tagTimes: new Map() };
}

const receiverColors = ['#66bb6a', '#ffb74d', '#4fc3f7', '#ba68c8', '#e57373', '#a1887f', '#4db6ac', '#fff176', '#90a4ae'];

function makeReceiver(plan: Plan, river: River, seed: number, receiver: ReceiverPlan, key: number): WorldReceiver {
  const { site, model, aside, down, azimuths, alias } = receiver;
  const at = alongRiver(river, (plan.sites[site] as WorldSite).km + down, aside);
  const usual = usualHardware(seed, key, model);
  return {
    key,
    alias,
    model,
    site,
    ...toCoordinates(river.origin, at),
    ...at,
    color: receiverColors[key % receiverColors.length] as string,
    ipAddress: `${plan.network}.${11 + key}`,
    firmware: usual.firmware,
    azimuths,
    dwellMs: model === orion ? 3_000 : 5_000,
    squelch: model === orion ? -110 : -115,
    memoryTotalMb: usual.memoryTotalMb,
    memoryDays: receiver.memoryDays ?? usual.memoryDays,
    memoryStart: receiver.memoryStart ?? usual.memoryStart,
    wornBattery: receiver.wornBattery ?? false,
    flakyLink: receiver.flakyLink ?? false,
    noisePerSecond: usual.noisePerSecond,
  };
}

/** Returns the usual hardware of a receiver: some values depend on its model, others on chance. */
export function usualHardware(seed: number, key: number, model: 0 | 1) {
  return {
    firmware: model === orion ? ([7, 10, 3] as const) : ([2, 0, 0] as const),
    memoryTotalMb: model === orion ? 1_886 : 7_580,
    memoryDays: 16 + Math.floor(chance(seed, 61, key) * 12),
    memoryStart: 0.1 + chance(seed, 62, key) * 0.6,
    noisePerSecond: 0.012 + chance(seed, 63, key) * 0.02,
  };
}

/**
 * Creates the transmitters. Animals beep twice a minute, beacons up to five times, range-test beepers about
 * once a second.
 */
function makeTransmitters(plan: Plan, seed: number, liveFrom: number): WorldTransmitter[] {
  const animals = plan.animals.map(([alias, species, gender, weight, age], i) => ({
    serialNumber: `${plan.serialPrefix}-${String(1001 + i)}`,
    modelNumber: i % 3 === 2 ? 'MCFT3-3EM' : 'NTF-6-2',
    protocol: i % 3 === 2 ? (19 as const) : (18 as const),
    frequency: plan.channels[i % plan.channels.length] as number,
    code: i % 3 === 2 ? 4_100 + i * 37 : 21 + i * 13,
    emitInterval: 25_000 + Math.floor(chance(seed, 64, i) * 10_000),
    emitIntervalVariance: 150,
    strength: -64 - chance(seed, 65, i) * 6,
    carrier: { kind: 'animal', alias, species, gender, weight, age } satisfies Carrier,
  }));
  const beacons = plan.beacons.map(({ serialNumber, site, code, interval, jitter, sendsEach, silentFor }, i) => ({
    serialNumber,
    modelNumber: 'MBFT-7A',
    protocol: 18 as const,
    frequency: plan.channels[i % plan.channels.length] as number,
    code,
    emitInterval: interval,
    emitIntervalVariance: jitter,
    strength: -66,
    carrier: { kind: 'mast', site, distanceKm: -0.35 } satisfies Carrier,
    ...(sendsEach === undefined ? {} : { sendsEach }),
    ...(silentFor === undefined ? {} : { until: liveFrom - silentFor }),
  }));
  const crew = plan.crew.map(({ serialNumber, site, interval }, i) => ({
    serialNumber,
    modelNumber: 'TEST-BEEP',
    protocol: 7 as const,
    frequency: Math.round(((plan.channels[i % plan.channels.length] as number) + 0.025) * 1000) / 1000,
    code: 0,
    emitInterval: interval,
    emitIntervalVariance: 20,
    strength: -70,
    carrier: { kind: 'crew', site } satisfies Carrier,
  }));
  return [...animals, ...beacons, ...crew].map((transmitter, key) => ({ key, ...transmitter }));
}
