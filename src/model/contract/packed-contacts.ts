import { beeperType, noCode } from '../entities/contact.ts';

/** The content type for contacts in columns, in request (Accept) and reply (EXP-3). */
export const packedContactsType = 'application/vnd.telemetry.contacts';

/** The most contacts in one reply (EXP-3), about 110 MB. */
export const mostExplored = 5_000_000;

/**
 * The layout: a version and the number of contacts, then one column after the other, each for all contacts,
 * little-endian: ts in ms since 1970, power in dBm, frequency in Hz, code as received, antenna and type.
 */
const version = 1;
const headBytes = 8;
const contactBytes = 8 + 4 + 4 + 4 + 1 + 1;

/**
 * Contacts in columns, oldest first: `ts` in ms since 1970, `power` in dBm, `code` is `noCode` for a beeper.
 */
export type ExploredContacts = {
  readonly count: number;
  readonly ts: Float64Array;
  readonly power: Float32Array;
  readonly ant: Uint8Array;
  readonly khz: Int32Array;
  readonly code: Float64Array;
  readonly type: Uint8Array;
};

/** Contacts as they are sent. All columns share one buffer. */
export type PackedContacts = {
  readonly bytes: ArrayBuffer;
  readonly ts: Float64Array;
  readonly power: Float32Array;
  readonly hz: Int32Array;
  readonly code: Int32Array;
  readonly ant: Uint8Array;
  readonly type: Uint8Array;
};

/** Creates empty columns for `count` contacts. */
export function packedColumns(count: number): PackedContacts {
  const bytes = new ArrayBuffer(headBytes + count * contactBytes);
  new Uint32Array(bytes, 0, 2).set([version, count]);
  return columnsOf(bytes, count);
}

/**
 * Reads contacts from a reply. Most columns are not copied, and the frequencies in `bytes` are overwritten in
 * kHz. Returns null if the bytes are not in this format.
 */
export function unpackContacts(bytes: ArrayBuffer): ExploredContacts | null {
  if (bytes.byteLength < headBytes) return null;
  const [found, count = 0] = new Uint32Array(bytes, 0, 2);
  if (found !== version || bytes.byteLength !== headBytes + count * contactBytes) return null;
  const { ts, power, hz: khz, code: received, ant, type } = columnsOf(bytes, count);
  const code = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    khz[at] = Math.round(khz[at]! / 1_000);
    code[at] = type[at] === beeperType ? noCode : received[at]!;
  }
  return { count, ts, power, ant, khz, code, type };
}

function columnsOf(bytes: ArrayBuffer, count: number): PackedContacts {
  const after = (each: number): number => headBytes + count * each;
  return {
    bytes,
    ts: new Float64Array(bytes, after(0), count),
    power: new Float32Array(bytes, after(8), count),
    hz: new Int32Array(bytes, after(12), count),
    code: new Int32Array(bytes, after(16), count),
    ant: new Uint8Array(bytes, after(20), count),
    type: new Uint8Array(bytes, after(21), count),
  };
}
