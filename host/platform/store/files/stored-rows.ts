import { escapeLiteral, type PoolClient } from 'pg';
import type { StoredContact } from '#model/files/stored-contact.ts';
import { copyOut } from '../copy-rows.ts';
import { nextStretch } from '../contacts/contacts-query.ts';
import type { IngestLane } from '../pools.ts';
import type { WantedContacts } from './data-files.ts';

/** The most contacts in one sort: some megabytes of the server's memory. */
const togetherMost = 250_000;

/** How many times longer a stretch may become for a few quiet receivers. */
const mostGrowth = 16;

/** The server's memory for a sort, enough to need no temporary files. */
const sortMemory = '48MB';

/** PostgreSQL counts microseconds from 2000-01-01 UTC. */
const epochMs = Date.UTC(2000, 0);

/** The bytes before the first row: signature, flags and extension. */
const headBytes = 19;
/** The bytes before each row's data: the field count (always one) and the field's length. */
const fieldHead = 2 + 4;
/** The bytes of a packed contact: ts, rx_id, freq_hz, code, power, ant, type. */
const rowBytes = 8 + 4 + 4 + 4 + 4 + 2 + 2;
/**
 * The contacts in one message of the server. One message for each would cost this process several times as
 * much.
 */
const rowsPerMessage = 2_000;

/**
 * Yields the contacts of a system with from ≤ ts ≤ to (ms since the epoch), some thousands at a time, by time
 * and receiver. Reads them in stretches, each with its own short statement, so that no lock or snapshot is
 * held for long. Contacts that are stored later in a stretch already read are missing. If the caller is slow,
 * the server waits. Each stretch waits for a turn among the histories (STO-11), under `key`, and then
 * releases the turn and its connection.
 */
export async function* storedRows(
  { pool, histories }: Pick<IngestLane, 'pool' | 'histories'>,
  key: number,
  systemId: string,
  { from, to, rxIds }: WantedContacts,
  signal: AbortSignal,
): AsyncGenerator<StoredContact[]> {
  const end = to + 1;
  // Stretches are sized by the contacts of the whole system, so enlarge them if the receivers have few.
  let growth = 1;
  for (let start = from; ;) {
    const endTurn = await histories.take(key, signal);
    try {
      const client = await pool.connect();
      let isSpoilt = true;
      try {
        const stretch = await nextStretch(client, systemId, start, end, togetherMost * growth, 'asc');
        let count = 0;
        if (stretch !== null) {
          await client.query(`set work_mem = '${sortMemory}'`);
          for await (const part of rowsOf(client, systemId, { ...stretch, rxIds }, signal)) {
            count += part.length;
            yield part;
          }
          await client.query('reset work_mem');
        }
        isSpoilt = false;
        if (stretch === null) return;
        growth = count < togetherMost / 4 ? Math.min(growth * 4, mostGrowth) : 1;
        start = stretch.to;
      } finally {
        // A connection in the middle of a statement cannot be used again.
        client.release(isSpoilt);
      }
    } finally {
      endTurn();
    }
  }
}

/** Yields the contacts of one stretch, with from ≤ ts < to. */
async function* rowsOf(
  client: PoolClient,
  systemId: string,
  { from, to, rxIds }: WantedContacts,
  signal: AbortSignal,
): AsyncGenerator<StoredContact[]> {
  // COPY takes no parameters. Because the bounds are constants, no other partitions are locked.
  const [first, after] = [new Date(from), new Date(to)].map((time) => escapeLiteral(time.toISOString()));
  const rows = copyOut(
    client,
    `copy (select string_agg(timestamptz_send(ts) || int4send(rx_id) || int4send(freq_hz) || int4send(code) || float4send(power)
        || int2send(ant) || int2send(type), ''::bytea order by place)
      from (select *, row_number() over (order by ts, rx_id, ant, freq_hz, code, power, n) - 1 as place from contacts
        where system_id = ${escapeLiteral(systemId)} and ts >= ${first} and ts < ${after}
          and rx_id = any('{${rxIds.join(',')}}'::integer[])) as placed
      group by place / ${rowsPerMessage} order by place / ${rowsPerMessage}) to stdout (format binary)`,
  );
  const giveUp = () => rows.destroy(signal.reason as Error);
  signal.addEventListener('abort', giveUp, { once: true });
  let rest: Buffer = Buffer.alloc(0);
  let isBegun = false;
  try {
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (!isBegun && bytes.length < headBytes) {
        rest = bytes;
        continue;
      }
      let at = isBegun ? 0 : headBytes;
      isBegun = true;
      const found: StoredContact[] = [];
      // The trailer (a field count of -1) is shorter than the head of a row.
      while (bytes.length - at >= fieldHead) {
        const end = at + fieldHead + bytes.readInt32BE(at + 2);
        if (end > bytes.length) break;
        for (at += fieldHead; at < end; at += rowBytes) found.push(rowAt(bytes, at));
      }
      rest = bytes.subarray(at);
      if (found.length > 0) yield found;
    }
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function rowAt(bytes: Buffer, at: number): StoredContact {
  const micros = bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
  return {
    ts: epochMs + micros / 1_000,
    rxId: bytes.readInt32BE(at + 8),
    hz: bytes.readInt32BE(at + 12),
    code: bytes.readInt32BE(at + 16),
    power: bytes.readFloatBE(at + 20),
    ant: bytes.readInt16BE(at + 24),
    type: bytes.readInt16BE(at + 26),
  };
}
