import { nothingReported, writeModemReports } from '../../domain/modems/index.ts';
import type { Db } from '../../platform/store/database.ts';
import type { ModemReport } from '../../platform/store/fleet/modem-readings.ts';
import { addModem, modemNamed } from '../../platform/store/fleet/modems.ts';
import { namedSites } from '../../platform/store/fleet/receivers.ts';
import { chance, deviation, smooth, wander } from './chance.ts';
import type { Period } from './happenings.ts';
import { linkDown, outagesBetween } from './outages.ts';
import { sunAt } from './vitals.ts';
import type { World, WorldReceiver } from './world.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** How often a modem reports. */
export const modemPeriodMs = 5 * minute;
/** How long (ms) before the study's start its replaced modem stopped reporting. */
const silentForMs = 5 * day;

const draws = { cloud: 81, warmth: 82, load: 83, signal: 84, noise: 85, place: 86, number: 87 } as const;

/** A modem of the study. It connects its site's first receiver, and fails when that receiver's link does. */
export type WorldModem = {
  key: number;
  name: string;
  site: number;
  connects: WorldReceiver;
  /** When it stops reporting (ms); null if it works. */
  endsAt: number | null;
};

/**
 * Returns one modem per site. The last site also has an old modem, which was replaced before the live part.
 */
export function modemsOf({ sites, receivers, liveFrom }: World): WorldModem[] {
  const working = sites.flatMap(({ alias }, site) => {
    const connects = receivers.find((receiver) => receiver.site === site);
    return connects === undefined ? [] : [{ name: `${alias} Modem`, site, connects, endsAt: null }];
  });
  const last = working.at(-1);
  const old = last === undefined ? [] : [{ ...last, name: `${last.name} (old)`, endsAt: liveFrom - silentForMs }];
  return [...working, ...old].map((modem, key) => ({ key, ...modem }));
}

/** Returns a modem's reports from `from` to before `to` (ms), with its id in the database. Pure. */
export function modemReportsBetween(world: World, modem: WorldModem, modemId: number, { from, to }: Period): ModemReport[] {
  const end = Math.min(to, modem.endsAt ?? to);
  const outages = outagesBetween(world, modem.connects, from, end).flatMap((outage) => linkDown(outage) ?? []);
  const offset = modem.key * 7 * 1_000;
  const reports: ModemReport[] = [];
  for (let ts = Math.ceil((from - offset) / modemPeriodMs) * modemPeriodMs + offset; ts < end; ts += modemPeriodMs)
    if (!outages.some((outage) => ts >= outage.start && ts < outage.end)) reports.push(reportAt(world, modem, modemId, ts));
  return reports;
}

/**
 * Returns a modem's reports for a period that was not simulated live (SIM-2): all those of its last day, and
 * one per hour before that.
 */
export function pastModemReports(world: World, modem: WorldModem, modemId: number, period: Period): ModemReport[] {
  const recent = Math.min(period.to, modem.endsAt ?? period.to) - day;
  const reports = modemReportsBetween(world, modem, modemId, period);
  return reports.filter(({ ts }) => ts >= recent || ts % hour < modemPeriodMs);
}

/**
 * Creates the missing modems of a study with `historyMs` of past reports. For the other modems, writes the
 * reports of the period. Runs in the caller's transaction. Returns all ids, in the world's order.
 */
export async function foundModems(db: Db, systemId: string, world: World, period: Period, historyMs: number): Promise<number[]> {
  const sites = await namedSites(db, systemId);
  const ids: number[] = [];
  const reports: ModemReport[] = [];
  for (const modem of modemsOf(world)) {
    const { name, site, endsAt } = modem;
    const known = await modemNamed(db, systemId, name);
    const siteId = sites.find(({ alias }) => alias === world.sites[site]?.alias)?.id ?? null;
    const made = known === undefined ? await addModem(db, { system_id: systemId, name, site_id: siteId }) : known.id;
    const id = made as number;
    const from = known === undefined ? Math.min(period.to, endsAt ?? period.to) - historyMs : period.from;
    reports.push(...pastModemReports(world, modem, id, { from, to: period.to }));
    ids.push(id);
  }
  await writeModemReports(db, systemId, reports);
  return ids;
}

function reportAt(world: World, modem: WorldModem, modemId: number, ts: number): ModemReport {
  const { seed } = world;
  const { key, connects } = modem;
  const sun = smooth(sunAt(connects, ts));
  const clouds = 0.5 + 0.5 * wander(seed, draws.cloud, ts, day / 2);
  const warmth = (sun + smooth(sunAt(connects, ts - day / 12))) / 2;
  const voltage = 12.3 + 0.3 * chance(seed, draws.load, key) + 1.4 * sun * (1 - 0.45 * clouds);
  const temperature = 17 + 19 * warmth + 3 * wander(seed, draws.warmth, ts, 2 * day);
  const signal = -72 - 20 * chance(seed, draws.place, key) + 5 * wander(seed, draws.signal + key * 16, ts, 6 * hour);
  const noise = (question: number) => deviation(seed, draws.noise, key, question, Math.floor(ts / 1_000));
  return {
    ...nothingReported,
    modemId,
    ts,
    supplyVoltage: rounded(voltage + 0.03 * noise(0), 100),
    coreTemperature: rounded(temperature + 0.4 * noise(1), 10),
    rssi: Math.round(signal + 1.5 * noise(2)),
    // Report texts, which do not change, once a day.
    texts: ts % day < modemPeriodMs ? textsOf(world, modem) : {},
  };
}

function textsOf({ seed }: World, { key, endsAt }: WorldModem): ModemReport['texts'] {
  const number = String(Math.floor(chance(seed, draws.number, key) * 1e9)).padStart(9, '0');
  return {
    model: endsAt === null ? 'CR-4200' : 'CR-2100',
    hardwareVersion: endsAt === null ? '2.1' : '1.4',
    firmwareVersion: endsAt === null ? '4.8.2' : '3.0.7',
    lanAddress: '192.168.13.31',
    wanAddress: `100.72.${10 + key}.${20 + key}`,
    sim: `8930272${number}`,
    rfBand: key % 2 === 0 ? 'LTE B4' : 'LTE B12',
    network: 'Northern Mobile',
  };
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}
