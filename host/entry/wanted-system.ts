import { Mistake } from '../platform/mistake.ts';
import { findSystem, type SystemRow } from '../platform/store/accounts/systems.ts';
import type { Db } from '../platform/store/database.ts';

/** Returns the system that the operator named. @throws Mistake if there is none. */
export async function wantedSystem(database: Db, id: string): Promise<SystemRow> {
  const system = await findSystem(database, id);
  if (system === undefined) throw new Mistake(`No system '${id}'. 'systems list' shows all systems, 'systems add' creates one.`);
  return system;
}
