import { wander } from '../../host/drivers/simulator/chance.ts';
import { hearingsBetween, type Hearing } from '../../host/drivers/simulator/happenings.ts';
import { workingIn } from '../../host/drivers/simulator/history.ts';
import { plannedListeners } from '../../host/drivers/simulator/listener.ts';
import { alongRiver, toCoordinates } from '../../host/drivers/simulator/river.ts';
import { vitalsAt } from '../../host/drivers/simulator/vitals.ts';
import type { World, WorldReceiver } from '../../host/drivers/simulator/world.ts';
import { makeWorld } from '../../host/drivers/simulator/worlds.ts';

/**
 * The files of a small invented study in the layout of the Lemhi study, unpacked, and its number of contacts.
 */
export type SampleStudy = { contacts: string; sites: string; voltTemp: string; rows: number };

const [second, minute, day] = [1_000, 60_000, 86_400_000];
/** The seed of `npm run sample`. */
export const sampleSeed = 1;
const from = Date.UTC(2025, 9, 3);
const to = from + 7 * day;
/** The meaning of a channel is an option of the import; 5 is 150.050 MHz by default. */
const channel = { number: 5, frequency: 150.05 };
const noiseType = 4;
/** How often crews read out the receivers; each reading makes a file. */
const readEvery = 2 * day;
/** How often a receiver records its voltage and temperature. */
const notedEvery = 30 * minute;

/**
 * Makes a week of a river study in autumn with nine receivers, as the simulator hears it: coded tags of
 * animals, a beacon at each site, noise, outages. Pure: the same seed gives the same text.
 */
export function makeSampleStudy(seed: number): SampleStudy {
  const world = sampleWorld(seed);
  const receivers = receiversOf(world);
  const heard = hearingsBetween(world, plannedListeners(world), { from, to }, workingIn(world, world.receivers, { from, to }));
  const contacts = receivers.flatMap(({ receiver, name }) =>
    heard.filter((hearing) => hearing.receiver === receiver.key).map((hearing) => contactRow(name, hearing)),
  );
  const vitals = receivers.flatMap(({ receiver, name }) => voltTempRows(world, receiver, name));
  return {
    contacts: csv('file,date,time,receiver,valid,frequency,tag_code,signal_strength', contacts),
    sites: csv(
      'site_name,site_code,site_type,receivers,rt_site_type,point_y,point_x,use17_18,use18_19,use19_20,ptagis_rkm,rt_rkm',
      siteRows(world, receivers),
    ),
    voltTemp: csv('date,time,volt_avg,volt_min,volt_max,temp_avg,temp_min,temp_max,receiver', vitals),
    rows: contacts.length,
  };
}

type NamedReceiver = { receiver: WorldReceiver; name: string };

/**
 * Returns the demo's world with only what such a study has: coded tags on one channel that beep less often,
 * and no range tests.
 */
function sampleWorld(seed: number): World {
  // Edition 1 has a working beacon at each site.
  const world = makeWorld('demo', seed, to + day, 1);
  const transmitters = world.transmitters
    .filter((transmitter) => transmitter.protocol === 18)
    .map((transmitter) => ({
      ...transmitter,
      frequency: channel.frequency,
      emitInterval: transmitter.carrier.kind === 'mast' ? 10 * minute : 4 * transmitter.emitInterval,
    }));
  const receivers = world.receivers.map((receiver) => ({ ...receiver, noisePerSecond: receiver.noisePerSecond / 4 }));
  return { ...world, transmitters, receivers };
}

/** Names receivers as crews do: 'RCB-1 Upstream' becomes RCB1. */
function receiversOf(world: World): NamedReceiver[] {
  return world.receivers.map((receiver) => ({ receiver, name: (receiver.alias.split(' ')[0] ?? '').replace('-', '') }));
}

function contactRow(name: string, { ts, type, code, power }: Hearing): string {
  const { date, time } = clockOf(ts);
  const read = from + (Math.floor((ts - from) / readEvery) + 1) * readEvery;
  const valid = type === noiseType ? 0 : 1;
  return `${fileOf(name, Math.min(read, to))},${date},${time},${name},${valid},${channel.number},${code},${power}`;
}

/** Names a reading's file after its day (year and day of the year) and its receiver. */
function fileOf(name: string, read: number): string {
  const at = new Date(read);
  const dayOfYear = Math.round((read - Date.UTC(at.getUTCFullYear(), 0, 0)) / day);
  return `${String(at.getUTCFullYear() % 100)}${String(dayOfYear).padStart(3, '0')}${name}A.txt`;
}

/** Returns the receiver's clock: the day as DD/MM/YY, and the second of the day. */
function clockOf(ts: number): { date: string; time: number } {
  const [year, month, date] = new Date(ts).toISOString().slice(0, 10).split('-');
  return { date: `${date}/${month}/${year?.slice(2)}`, time: Math.floor((ts % day) / second) };
}

function siteRows(world: World, receivers: readonly NamedReceiver[]): string[] {
  return world.sites.map((site, i) => {
    const names = receivers.filter(({ receiver }) => receiver.site === i).map(({ name }) => name);
    const { latitude, longitude } = toCoordinates(world.river.origin, alongRiver(world.river, site.km, 0));
    const code = (names[0] ?? '').replace(/\d+$/, '');
    return [
      site.alias,
      code,
      'rt_fixed',
      `"${names.join(', ')}"`,
      'pod',
      latitude,
      longitude,
      'FALSE,TRUE,TRUE,"NA"',
      site.km,
    ].join(',');
  });
}

/**
 * Returns what each receiver recorded about itself. Its first record is from before its clock was set, as
 * happens in the field.
 */
function voltTempRows(world: World, receiver: WorldReceiver, name: string): string[] {
  const rows: string[] = [];
  for (let ts = from; ts < to; ts += notedEvery) {
    const { voltage } = vitalsAt(world, receiver, ts);
    const shade = wander(world.seed, 200 + receiver.key, ts, 360 * minute);
    const temperature = Math.round(7 + 6 * Math.sin(((ts % day) / day) * 2 * Math.PI - 2) + 2 * shade);
    const { date, time } = ts === from ? { date: '01/01/70', time: 'NA' } : clockOf(ts);
    const volts = [voltage, voltage - 0.03, voltage + 0.02].map((volt) => volt.toFixed(3));
    rows.push([date, time, ...volts, temperature, temperature - 1, temperature + 1, name].join(','));
  }
  return rows;
}

function csv(header: string, rows: readonly string[]): string {
  return `${[header, ...rows].join('\n')}\n`;
}
