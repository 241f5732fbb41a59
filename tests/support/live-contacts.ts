import type { Contact } from '#model/entities/contact.ts';

let lastCode = 0;

/**
 * Returns contacts heard at `ts` (ms since the epoch), each with its own code, so that all can be
 * distinguished.
 */
export function freshContacts(count: number, ts: number = Date.now()): Contact[] {
  return Array.from({ length: count }, () => {
    lastCode++;
    return { rxId: 1 + (lastCode % 8), ant: 1, freq: 150.05, code: lastCode, type: 8, power: -80, ts };
  });
}
