import { createHash } from 'node:crypto';
import type { Db } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { mostAddresses, noteAddress, seenAddresses } from '../../platform/store/files/ftps-addresses.ts';

const keptMs = 30 * 86_400_000;
/** How often what other hosts noted is read. */
const readEachMs = 600_000;

/** From where people logged in by FTPS within 30 days (FTPS-6), on whichever host of the database. */
export type KnownAddresses = {
  /** `from` is what limits count an address by (addressKey). */
  has(from: string): boolean;
  /** Notes a login from there. */
  note(from: string): void;
  /** Resolves when all that was noted is stored. */
  close(): Promise<void>;
};

type Parts = { database: Db; log: { warn: (details: object, text: string) => void }; now?: () => number; eachMs?: number };

/** Asked at each connection: they are in memory. Rejects where they cannot be read at first. */
export async function openKnownAddresses({ database, log, now = Date.now, eachMs = readEachMs }: Parts): Promise<KnownAddresses> {
  /** When each was seen last, in ms, by its hash; the one seen longest ago comes first. */
  const seen = new Map<string, number>();
  const writing = new Set<Promise<unknown>>();

  const take = (hash: string, at: number): void => {
    seen.delete(hash);
    seen.set(hash, at);
    const [oldest] = seen.keys();
    if (seen.size > mostAddresses && oldest !== undefined) seen.delete(oldest);
  };
  const read = async (): Promise<void> => {
    for (const { hash, at } of await seenAddresses(database)) {
      const key = hash.toString('base64');
      if (at.getTime() > (seen.get(key) ?? -Infinity)) take(key, at.getTime());
    }
  };
  const warn = (error: unknown) => log.warn({ reason: errorText(error) }, 'the addresses known to FTPS could not be kept');

  await read();
  const reading = setInterval(() => void read().catch(warn), eachMs);
  reading.unref();
  return {
    has: (from) => now() - (seen.get(hashOf(from).toString('base64')) ?? -Infinity) < keptMs,
    note(from) {
      const hash = hashOf(from);
      take(hash.toString('base64'), now());
      const written: Promise<unknown> = noteAddress(database, hash)
        .catch(warn)
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    async close() {
      clearInterval(reading);
      await Promise.all(writing);
    },
  };
}

/** Whoever reads the table sees nobody's address. */
function hashOf(from: string): Buffer {
  return createHash('sha256').update(`ftps ${from}`).digest();
}
