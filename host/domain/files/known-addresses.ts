import { createHash } from 'node:crypto';
import type { Db } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { mostAddresses, noteAddress, seenAddresses } from '../../platform/store/files/ftps-addresses.ts';

const keptMs = 30 * 86_400_000;
/** How often the addresses that other hosts recorded are read. */
const readEachMs = 600_000;

/** The addresses of FTPS logins within 30 days (FTPS-6), on any host of the database. */
export type KnownAddresses = {
  /**
   * True if someone logged in from this address within 30 days. `from` is an `addressKey`, as in the login
   * limits.
   */
  has(from: string): boolean;
  /** Records a login from this address. */
  note(from: string): void;
  /** Resolves when everything recorded is stored. */
  close(): Promise<void>;
};

type Parts = { database: Db; log: { warn: (details: object, text: string) => void }; now?: () => number; eachMs?: number };

/** Loads the known addresses into memory, as each connection checks them. Rejects if that fails. */
export async function openKnownAddresses({ database, log, now = Date.now, eachMs = readEachMs }: Parts): Promise<KnownAddresses> {
  /** When each address was last seen (ms), by its hash, oldest first. */
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

/** Hashes an address, so that the table reveals none. */
function hashOf(from: string): Buffer {
  return createHash('sha256').update(`ftps ${from}`).digest();
}
