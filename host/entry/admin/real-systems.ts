import * as v from 'valibot';
import { aliasMaxLength, receiverAliasSchema } from '#model/entities/receiver.ts';
import { Mistake } from '../../platform/mistake.ts';
import type { SystemRow } from '../../platform/store/accounts/systems.ts';
import type { Db } from '../../platform/store/database.ts';
import { refuse } from './admin-command.ts';
import { wantedSystem } from '../wanted-system.ts';

/** The name of a receiver, a modem or a site (RX-3, SITE-2). @throws Mistake saying what it takes. */
export function nameFrom(text: string, what: string): string {
  const result = v.safeParse(receiverAliasSchema, text);
  return result.success
    ? result.output
    : refuse(`'${text}' cannot be the name of a ${what}: it takes 1 to ${aliasMaxLength} characters.`);
}

/** The system to which an operator adds things. @throws Mistake where there is none, or it is simulated. */
export async function realSystem(database: Db, id: string, what: 'receivers' | 'modems'): Promise<SystemRow> {
  const system = await wantedSystem(database, id);
  if (system.kind === 'simulated')
    throw new Mistake(
      `System '${system.id}' is simulated: its ${what} are the simulator's. 'systems add' makes a system for real ones.`,
    );
  return system;
}
