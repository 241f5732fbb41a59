import type { Pool } from 'pg';
import { packedColumns, type PackedContacts } from '#model/contract/packed-contacts.ts';
import { nextStretch, withinOne } from './contacts-query.ts';

/** How many contacts the database packs at once: about ten megabytes of text. */
const togetherMost = 250_000;

/** PostgreSQL sends times as microseconds since 2000; this is 2000 in ms since 1970. */
const sentSince = Date.UTC(2000, 0);

/** The columns of a stretch as the database sends them: big-endian values without separators. */
type Sent = Record<'ts' | 'power' | 'hz' | 'code' | 'ant' | 'type', Buffer | null>;

type Packed = Omit<PackedContacts, 'bytes'>;

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
  const parts: Packed[] = [];
  let count = 0;
  // Stretches are sized by the contacts of the whole system, so enlarge them if the receiver has few.
  let growth = 1;
  const readFrom = async (start: number): Promise<{ sent: Sent | undefined; end: number } | null> => {
    const stretch = await nextStretch(pool, systemId, start, to, togetherMost * growth, 'asc');
    if (stretch === null) return null;
    // A stretch cannot be split within an hour. Read all of it, but stop at one contact more than `most`
    // allows.
    const { rows } = await pool.query<Sent>(
      `select string_agg(timestamptz_send(ts), '') as ts, string_agg(float4send(power), '') as power,
          string_agg(int4send(freq_hz), '') as hz, string_agg(int4send(code), '') as code,
          string_agg(int2send(ant), '') as ant, string_agg(int2send(type), '') as type
        from (select ts, power, freq_hz, code, ant, type from contacts where ${withinOne} order by ts limit $4) as contacts`,
      [systemId, new Date(stretch.from), new Date(stretch.to), most + 1 - count, rxId, antennas],
    );
    return { sent: rows[0], end: stretch.to };
  };
  for (let reading = readFrom(Math.max(from, 0)); ;) {
    const read = await reading;
    if (read === null) break;
    const { sent, end } = read;
    const found = (sent?.ts?.length ?? 0) / 8;
    growth = found < togetherMost / 4 ? growth * 4 : 1;
    count += found;
    if (count > most) return null;
    // The database packs the next stretch while this one is unpacked.
    reading = readFrom(end);
    if (sent !== undefined && found > 0) parts.push(unpacked(sent));
  }
  const packed = packedColumns(count);
  let at = 0;
  for (const part of parts) {
    for (const column of ['ts', 'power', 'hz', 'code', 'ant', 'type'] as const) packed[column].set(part[column], at);
    at += part.ts.length;
  }
  return packed;
}

/** Returns the columns of a stretch as numbers. Changes the byte order of what was sent. */
function unpacked({ ts, power, hz, code, ant, type }: Sent): Packed {
  const micros = ownBytes(ts!.swap64());
  const [low, high] = [new Uint32Array(micros), new Int32Array(micros)];
  const times = new Float64Array(high.length / 2);
  for (let at = 0; at < times.length; at++) times[at] = sentSince + (high[2 * at + 1]! * 2 ** 32 + low[2 * at]!) / 1_000;
  return {
    ts: times,
    power: new Float32Array(ownBytes(power!.swap32())),
    hz: new Int32Array(ownBytes(hz!.swap32())),
    code: new Int32Array(ownBytes(code!.swap32())),
    ant: Uint8Array.from(new Uint16Array(ownBytes(ant!.swap16()))),
    type: Uint8Array.from(new Uint16Array(ownBytes(type!.swap16()))),
  };
}

/** Returns a copy of the bytes, aligned for columns of numbers. */
function ownBytes({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
