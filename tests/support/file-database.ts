import { afterAll } from 'vitest';
import type { Database } from '../../host/platform/store/database.ts';
import { type Engine, withTestDatabase } from './test-database.ts';

/**
 * One database for all tests of a file, or of the `describe` block that calls it: making one takes a hundred
 * times as long as making a system. The first test that asks makes it, and it ends with the file. Each test
 * works in a system of its own (`newSystemId`), and asks for nothing that counts the rows of all systems.
 */
export function fileDatabase(engine: Engine = 'embedded'): () => Promise<Database> {
  let database: Promise<Database> | undefined;
  afterAll(async () => (await database)?.close());
  return () => (database ??= withTestDatabase(engine));
}

let systems = 0;

/** The id of a system that no other test has. */
export function newSystemId(name = 'system'): string {
  systems += 1;
  return `${name}-${systems}`;
}
