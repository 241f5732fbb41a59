import type { Pool } from 'pg';
import { packedColumns, type PackedContacts } from '#model/contract/packed-contacts.ts';
import { nextStretch, withinOne } from './contacts-query.ts';

/** How many contacts the database puts together at once: some ten megabytes of text. */
const togetherMost = 250_000;

/** Microseconds since 2000, as PostgreSQL sends instants. */
const sentSince = Date.UTC(2000, 0);

/** The columns of a stretch of time as the database sends them: big-endian, one value after the other. */
type Sent = Record<'ts' | 'power' | 'hz' | 'code' | 'ant' | 'type', Buffer | null>;

/**
 * The contacts of some antennas of one receiver with from ≤ ts < to (ms since the epoch), oldest first, as
 * columns that the database puts together (EXP-3). Null where there are more than `most`.
 */
export async function packedContactsBetween(
  pool: Pick<Pool, 'query'>,
  systemId: string,
  [from, to]: readonly [from: number, to: number],
  { rxId, antennas }: { rxId: number; antennas: readonly number[] },
  most: number,
): Promise<PackedContacts | null> {
  const parts: Sent[] = [];
  let count = 0;
  // Stretches are sized by all that the system heard: of a quiet receiver they grow.
  let growth = 1;
  for (let start = Math.max(from, 0); ;) {
    const stretch = await nextStretch(pool, systemId, start, to, togetherMost * growth, 'asc');
    if (stretch === null) break;
    // A stretch may be cut nowhere within an hour, so it is read whole, up to one too many.
    const { rows } = await pool.query<Sent>(
      `select string_agg(timestamptz_send(ts), '') as ts, string_agg(float4send(power), '') as power,
          string_agg(int4send(freq_hz), '') as hz, string_agg(int4send(code), '') as code,
          string_agg(int2send(ant), '') as ant, string_agg(int2send(type), '') as type
        from (select ts, power, freq_hz, code, ant, type from contacts where ${withinOne} order by ts limit $4) as contacts`,
      [systemId, new Date(stretch.from), new Date(stretch.to), most + 1 - count, rxId, antennas],
    );
    const [sent] = rows;
    if (sent?.ts) parts.push(sent);
    const found = (sent?.ts?.length ?? 0) / 8;
    growth = found < togetherMost / 4 ? growth * 4 : 1;
    count += found;
    if (count > most) return null;
    start = stretch.to;
  }
  const packed = packedColumns(count);
  let at = 0;
  for (const part of parts) at = fill(packed, part, at);
  return packed;
}

/** Puts what was sent into the columns from `at`; returns where the next part goes. */
function fill(packed: PackedContacts, sent: Sent, at: number): number {
  const [ts, power, hz, code] = [sent.ts!, sent.power!, sent.hz!, sent.code!];
  const count = ts.length / 8;
  for (let each = 0; each < count; each++) {
    const micros = ts.readInt32BE(each * 8) * 2 ** 32 + ts.readUInt32BE(each * 8 + 4);
    packed.ts[at + each] = sentSince + micros / 1_000;
    packed.power[at + each] = power.readFloatBE(each * 4);
    packed.hz[at + each] = hz.readInt32BE(each * 4);
    packed.code[at + each] = code.readInt32BE(each * 4);
    packed.ant[at + each] = sent.ant![each * 2 + 1]!;
    packed.type[at + each] = sent.type![each * 2 + 1]!;
  }
  return at + count;
}
