import type { Pool } from 'pg';
import { packedColumns, type PackedContacts } from '#model/contract/packed-contacts.ts';
import { nextStretch, withinOne } from './contacts-query.ts';

/** How many contacts the database packs at once: about ten megabytes of text. */
const togetherMost = 250_000;

/** PostgreSQL sends times as microseconds since 2000; this is 2000 in ms since 1970. */
const sentSince = Date.UTC(2000, 0);

/** The columns of a stretch as the database sends them: big-endian values without separators. */
type Sent = Record<'ts' | 'power' | 'hz' | 'code' | 'ant' | 'type', Buffer | null>;

/**
 * Returns the contacts of some antennas of a receiver with from ≤ ts < to (ms since 1970), oldest first, as
 * columns that the database packs (EXP-3). Returns null if there are more than `most`.
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
  // Stretches are sized by the contacts of the whole system, so enlarge them if the receiver has few.
  let growth = 1;
  for (let start = Math.max(from, 0); ;) {
    const stretch = await nextStretch(pool, systemId, start, to, togetherMost * growth, 'asc');
    if (stretch === null) break;
    // A stretch cannot be split within an hour. Read all of it, but stop at one contact more than `most`
    // allows.
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

/**
 * Copies the columns of a part into `packed`, from index `at` on. Returns the index at which the next part
 * begins.
 */
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
