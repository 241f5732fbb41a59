import * as v from 'valibot';
import { aliasMaxLength, receiverAliasSchema } from '#model/entities/receiver.ts';
import { Mistake } from '../../platform/mistake.ts';
import type { SystemRow } from '../../platform/store/accounts/systems.ts';
import type { Db } from '../../platform/store/database.ts';
import { refuse } from './admin-command.ts';
import { wantedSystem } from '../wanted-system.ts';

/** Checks the name of a receiver, modem or site (RX-3, SITE-2). @throws Mistake saying what is allowed. */
export function nameFrom(text: string, what: string): string {
  const result = v.safeParse(receiverAliasSchema, text);
  return result.success
    ? result.output
    : refuse(`'${text}' is not a valid name for a ${what}: use 1 to ${aliasMaxLength} characters.`);
}

/** Finds a system that is not simulated, to add to. @throws Mistake if there is none. */
export async function realSystem(database: Db, id: string, what: 'receivers' | 'modems'): Promise<SystemRow> {
  const system = await wantedSystem(database, id);
  if (system.kind === 'simulated')
    throw new Mistake(
      `System '${system.id}' is simulated, and so are its ${what}. Create a system for real ones with 'systems add'.`,
    );
  return system;
}
