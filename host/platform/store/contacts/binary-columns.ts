import type { Contact } from '#model/entities/contact.ts';

/** The columns of a contact as PostgreSQL's binary format knows them. */
type Column = {
  oid: number;
  bytes: 2 | 4 | 8;
  write: (into: Buffer, contact: Contact, at: number) => void;
};

/** PostgreSQL counts microseconds from 2000-01-01 UTC. */
const epochMs = 946_684_800_000;

/** MHz as the whole number of Hz that is stored. */
export function toHz(mhz: number): number {
  return Math.round(mhz * 1_000_000);
}

const int2 = (value: (contact: Contact) => number): Column => ({
  oid: 21,
  bytes: 2,
  write: (into, contact, at) => into.writeInt16BE(value(contact), at),
});
const int4 = (value: (contact: Contact) => number): Column => ({
  oid: 23,
  bytes: 4,
  write: (into, contact, at) => into.writeInt32BE(value(contact), at),
});
const float4 = (value: (contact: Contact) => number): Column => ({
  oid: 700,
  bytes: 4,
  write: (into, contact, at) => into.writeFloatBE(value(contact), at),
});
const instant = (ms: (contact: Contact) => number): Column => ({
  oid: 1184,
  bytes: 8,
  write: (into, contact, at) => {
    const micros = (ms(contact) - epochMs) * 1000;
    into.writeInt32BE(Math.floor(micros / 2 ** 32), at);
    into.writeUInt32BE(((micros % 2 ** 32) + 2 ** 32) % 2 ** 32, at + 4);
  },
});

/** In the order in which contacts-store.ts names them: ts, rx_id, freq_hz, code, power, ant, type, n. */
const columns: readonly Column[] = [
  instant((contact) => contact.ts),
  int4((contact) => contact.rxId),
  int4((contact) => toHz(contact.freq)),
  int4((contact) => contact.code),
  float4((contact) => contact.power),
  int2((contact) => contact.ant),
  int2((contact) => contact.type),
  int2((contact) => contact.n ?? 0),
];

/** One binary array per column: parameters for `unnest`. Ten times cheaper to write and to read than array literals. */
export function toArrays(contacts: readonly Contact[]): Buffer[] {
  return columns.map(({ oid, bytes, write }) => {
    const buffer = Buffer.allocUnsafe(20 + contacts.length * (4 + bytes));
    for (const [index, word] of [1, 0, oid, contacts.length, 1].entries()) buffer.writeInt32BE(word, index * 4);
    let at = 20;
    for (const contact of contacts) {
      buffer.writeInt32BE(bytes, at);
      write(buffer, contact, at + 4);
      at += 4 + bytes;
    }
    return buffer;
  });
}

const copySignature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const rowBytes = 2 + columns.reduce((sum, column) => sum + 4 + column.bytes, 0);

/** A whole COPY BINARY stream of the rows. */
export function toCopy(contacts: readonly Contact[]): Buffer {
  const buffer = Buffer.alloc(copySignature.length + 8 + contacts.length * rowBytes + 2);
  let at = copySignature.copy(buffer) + 8;
  for (const contact of contacts) {
    at = buffer.writeInt16BE(columns.length, at);
    for (const { bytes, write } of columns) {
      at = buffer.writeInt32BE(bytes, at);
      write(buffer, contact, at);
      at += bytes;
    }
  }
  buffer.writeInt16BE(-1, at);
  return buffer;
}
