import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { mostExplored } from '#model/contract/packed-contacts.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { countAllPowers } from '../../host/domain/statistics/count-powers.ts';
import { countByAntenna, countByAntennaHours } from '../../host/platform/store/contacts/contact-counts.ts';
import {
  aggregateContacts,
  beaconHits,
  countInBands,
  histogramOf,
} from '../../host/platform/store/contacts/contact-statistics.ts';
import { insertContacts } from '../../host/platform/store/contacts/contacts-store.ts';
import { packedContactsBetween } from '../../host/platform/store/contacts/packed-contacts.ts';
import { type Database, openDatabase } from '../../host/platform/store/database.ts';
import { plantListeners } from '../support/listening-receivers.ts';
import { countHours } from './count-hours.ts';
import { type BenchOptions, type BenchRow, slowestRow } from './bench-row.ts';

export const systemId = 'counted';
const dayMs = 86_400_000;
const receivers = 50;
/** A third of a million contacts a day in total: 30 days are 10 million. */
const perReceiverAndDay = 6_667;
const rounds = 7;

const longDays = 30;
/** How many new contacts arrive each second meanwhile. */
const perSecond = 1_000;

/**
 * The database queries of the statistics page, singly and all at once, over 7 days and 30 of `--days`, and
 * those of the explorer for an antenna and day, while 1,000 contacts/s arrive (STAT-6, STAT-7, STAT-12,
 * EXP-3). Contacts are as in a real study: one channel, 361 codes, 43 percent of them noise.
 */
export async function run({ days }: BenchOptions): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'statistics-bench-'));
  const database = await openDatabase({ dataDir, log: pino({ level: 'warn' }, pino.destination(2)) });
  try {
    await plantListeners(
      database,
      Array.from({ length: receivers }, (_, at) => at + 1),
      systemId,
    );
    const end = Math.floor(Date.now() / dayMs) * dayMs;
    for (let day = 1; day <= days; day += 1) await fillDay(database, end - day * dayMs);
    await database.pool.query('analyze; checkpoint');
    const began = performance.now();
    await countAllPowers(database);
    const stored = `${(days * receivers * perReceiverAndDay).toLocaleString('en')} contacts`;
    const counting: BenchRow = {
      what: `counting the powers of ${stored}`,
      target: 'in the background',
      better: 'less',
      measured: `${((performance.now() - began) / 1_000).toFixed(1)} s`,
      met: true,
    };
    const rows: BenchRow[] = [counting];
    await using _ = arrivals(database);
    const day = { rxId: 1, antennas: [1] };
    const explored = () => packedContactsBetween(database.pool, systemId, [end - 2 * dayMs, end - dayMs], day, mostExplored);
    rows.push(slowestRow(`explorer, one antenna and day, ${stored}`, 1_000, await timed(explored)));
    for (const span of [Math.min(days, 7), Math.min(days, longDays)]) {
      const asked = { from: end - span * dayMs + 60_000, to: end - 60_000, rxIds: null, hasNoise: true };
      const [oneMs, allMs] = span <= 7 ? [1_000, 3_000] : [2_000, 8_000];
      for (const [name, ask] of Object.entries(questions(database, asked)))
        rows.push(slowestRow(`${name}, ${span} of ${days} days, ${stored}`, oneMs, await timed(ask)));
      const together = () => Promise.all(Object.values(questions(database, asked)).map((ask) => ask()));
      rows.push(slowestRow(`all at once, ${span} of ${days} days, ${stored}`, allMs, await timed(together)));
    }
    return rows;
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Stores 1,000 new contacts each second, from now until it is disposed. */
function arrivals({ pool }: Database): AsyncDisposable {
  const ended = new AbortController();
  const send = async (): Promise<void> => {
    for await (const _ of setInterval(1_000, undefined, { signal: ended.signal })) {
      const now = Date.now();
      const contacts = Array.from({ length: perSecond }, (_one, at) => ({
        rxId: 1 + (at % receivers),
        ant: 1 + (at % 4),
        freq: 150.38,
        code: 180 + (at % 180),
        type: 8,
        power: -60 - (at % 50),
        ts: now + at,
      }));
      await insertContacts(pool, systemId, contacts);
    }
  };
  const sent = send().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error;
  });
  return {
    async [Symbol.asyncDispose]() {
      ended.abort();
      await sent;
    },
  };
}

type Asked = Parameters<typeof histogramOf>[2];

function questions(database: Database, asked: Asked): Record<string, () => Promise<unknown>> {
  const lane = { db: database.db };
  const groups = { groupCodeBy: 20, groupFreqBy: 1, ants: null, codes: null, freqs: null };
  return {
    'contacts per antenna': () => countByAntenna(database, systemId, { ...asked, now: asked.to }),
    'contacts per antenna and hour': () => countByAntennaHours(database, systemId, { ...asked, now: asked.to, hours: 1 }),
    'contacts that fit one of 150 transmitters': () => countInBands(lane, systemId, asked, bands),
    aggregate: () => aggregateContacts(lane, systemId, asked, groups),
    frequencies: () => histogramOf(lane, systemId, asked, 'frequency'),
    codes: () => histogramOf(lane, systemId, asked, 'code'),
    powers: () => histogramOf(lane, systemId, asked, 'power'),
    'beacon hits': () => beaconHits(lane, systemId, asked),
  };
}

/** The bands of transmitters that send half of the codes heard. */
const bands = Array.from({ length: 150 }, (_, at) => ({ code: 90 + at, fromHz: 150_377_000, toHz: 150_383_000 }));

async function timed(ask: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
  }
  return times;
}

/** Stores a day of contacts, with the rollups and notes that ingest would store. */
export async function fillDay({ db }: Database, from: number, each = perReceiverAndDay): Promise<void> {
  const [first, next] = [new Date(from), new Date(from + dayMs)];
  await sql`select ensure_contact_partition((${first}::timestamptz at time zone 'UTC')::date)`.execute(db);
  await sql`
    insert into contacts (ts, rx_id, freq_hz, code, power, ant, type, system_id)
    select ${first}::timestamptz + at * (interval '1 day' / ${each}::integer), rx_id, 150380000,
      case when at % 7 < 3 then 995 else 1 + hashint4(at / 15) % 180 + 180 end, -60 - at % 50, 1 + at / 15 % 4, 8, ${systemId}
    from generate_series(1, ${receivers}::integer) as rx_id, generate_series(0, ${each - 1}::integer) as at`.execute(db);
  await countHours({ db }, systemId, [first, next]);
}
