import { codeOf, type Contact } from '#model/entities/contact.ts';
import { type ExploredContacts, packedColumns, unpackContacts } from '#model/contract/packed-contacts.ts';

/** Returns contacts in columns, as the host sends them. */
export function packContacts(contacts: readonly Contact[]): ExploredContacts {
  const packed = packedColumns(contacts.length);
  contacts.forEach((contact, at) => {
    packed.ts[at] = contact.ts;
    packed.power[at] = contact.power;
    packed.ant[at] = contact.ant;
    packed.hz[at] = Math.round(contact.freq * 1_000_000);
    packed.code[at] = codeOf(contact) ?? 0;
    packed.type[at] = contact.type;
  });
  return unpackContacts(packed.bytes)!;
}
