import * as v from 'valibot';
import { aliasMaxLength, receiverAliasSchema } from '#model/entities/receiver.ts';
import { Mistake } from '../../platform/mistake.ts';
import type { SystemRow } from '../../platform/store/accounts/systems.ts';
import type { Db } from '../../platform/store/database.ts';
import { type AdminOptions, refuse, textOption } from './admin-command.ts';
import { wantedSystem } from '../wanted-system.ts';

/** Checks the name of a receiver, modem or site (RX-3, SITE-2). @throws Mistake saying what is allowed. */
export function nameFrom(text: string, what: string): string {
  const result = v.safeParse(receiverAliasSchema, text);
  return result.success
    ? result.output
    : refuse(`'${text}' is not a valid name for a ${what}: use 1 to ${aliasMaxLength} characters.`);
}

/** Returns the site of the options, or null. @throws Mistake like `nameFrom`. */
export function siteFrom(options: AdminOptions): string | null {
  const site = textOption(options, 'site');
  return site === undefined ? null : nameFrom(site, 'site');
}

/** Returns the words that say at which site a receiver or modem was put; '' for no site. */
export function atSite(site: string | null, isNew: boolean): string {
  return site === null ? '' : ` at ${isNew ? 'the new' : 'the'} site '${site}'`;
}

/**
 * Finds a system to which real receivers or modems can be added. @throws Mistake if there is none, or it is
 * simulated.
 */
export async function realSystem(database: Db, id: string, what: 'receivers' | 'modems'): Promise<SystemRow> {
  const system = await wantedSystem(database, id);
  if (system.kind === 'simulated')
    throw new Mistake(
      `System '${system.id}' is simulated, and so are its ${what}. Create a system for real ones with 'systems add'.`,
    );
  return system;
}
