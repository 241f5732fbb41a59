import { afterAll } from 'vitest';
import type { Database } from '../../host/platform/store/database.ts';
import { type Engine, withTestDatabase } from './test-database.ts';

/**
 * Returns the database for all tests of a file or of the calling `describe` block, because making one takes a
 * hundred times as long as making a system. The first call makes it, and it ends with the file. Each test
 * uses its own system (`newSystemId`), and does not count rows of all systems.
 */
export function fileDatabase(engine: Engine = 'embedded'): () => Promise<Database> {
  let database: Promise<Database> | undefined;
  afterAll(async () => (await database)?.close());
  return () => (database ??= withTestDatabase(engine));
}

let systems = 0;

/** Returns a system id that no other test uses. */
export function newSystemId(name = 'system'): string {
  systems += 1;
  return `${name}-${systems}`;
}
