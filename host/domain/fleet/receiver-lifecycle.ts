import { type FamilyConfig, configFrom, defaultConfig, familyOf, settingsOf } from '#model/config/config.ts';
import type { Leaving } from '#model/contract/receiver-history-calls.ts';
import { aliasMaxLength, receiverModels } from '#model/entities/receiver.ts';
import { conflict, notFound } from '../../platform/api-error.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { refuseFull } from '../../platform/changes/full-system.ts';
import { refuseAbsent } from '../../platform/changes/missing.ts';
import { retiredReceiver } from '../../platform/store/fleet/receiver-histories.ts';
import { namedReceivers, receiverNamed, receiverWithSettings, wasHeard } from '../../platform/store/fleet/receivers.ts';

/** The given values of a new receiver. Its family's defaults apply to the rest (CFG-4). */
export type WantedReceiver = {
  siteId: number;
  alias: string;
  color: string;
  model?: number | undefined;
  ipAddress?: string | undefined;
  portNumber?: number | undefined;
  enabled?: boolean | undefined;
  config?: FamilyConfig | undefined;
};

/**
 * Creates a receiver at a site and returns its number.
 * @throws ApiError 404 if there is no such site, 409 if the system has as many receivers as allowed.
 */
export async function createReceiver(writer: ChangeWriter, { siteId, config, ...fields }: WantedReceiver): Promise<number> {
  await refuseFull(writer);
  await refuseAbsent(writer, 'site', siteId);
  const model = fields.model ?? receiverModels.unknown;
  const family = familyOf(model);
  const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return writer.create(
    'receiver',
    { ...set, model, SiteId: siteId },
    { columns: { config: settingsOf(family, config ?? defaultConfig(family, 'created')) } },
  );
}

/**
 * Copies a receiver to a site or none, under a free name and without the values that the original reported.
 * Returns the copy's number.
 * @throws ApiError 404 if there is no such receiver or site, 409 if the system has as many receivers as
 * allowed.
 */
export async function copyReceiver(
  writer: ChangeWriter,
  { rxId, siteId, color }: { rxId: number; siteId: number | null; color: string },
): Promise<number> {
  await refuseFull(writer);
  const row = await receiverWithSettings(writer, writer.systemId, rxId);
  if (row === undefined) throw notFound(`There is no receiver ${rxId} in this system`);
  if (siteId !== null) await refuseAbsent(writer, 'site', siteId);
  const taken = new Set((await namedReceivers(writer, writer.systemId)).map(({ alias }) => alias));
  const family = familyOf(row.reported_model ?? row.model);
  return writer.create(
    'receiver',
    {
      alias: freeAlias(row.alias, taken),
      SiteId: siteId,
      model: row.reported_model ?? row.model,
      ipAddress: row.ip_address,
      portNumber: row.port_number,
      enabled: row.enabled,
      color,
      ...(siteId === row.site_id && { latitude: row.latitude, longitude: row.longitude }),
    },
    { columns: { config: settingsOf(family, configFrom(family, row.config)) } },
  );
}

/**
 * Removes a receiver from the fleet (RX-35): one that was ever heard is retired, another deleted. Returns
 * which.
 * @throws ApiError 404 if the system has no such receiver.
 */
export async function leaveFleet(writer: ChangeWriter, rxId: number): Promise<Leaving> {
  await writer.lock('receiver', [rxId], 'delete');
  const isKept = await wasHeard(writer, writer.systemId, rxId);
  if (isKept) await writer.retire(rxId);
  else await writer.remove('receiver', rxId);
  return isKept ? 'retired' : 'removed';
}

/**
 * Restores a retired receiver under its name (RX-38). If its former site no longer exists, returns a message
 * that says so, else null.
 * @throws ApiError 404 if the system has no such retired receiver, 409 if another one has its name or the
 * system has as many receivers as allowed.
 */
export async function restoreReceiver(writer: ChangeWriter, rxId: number): Promise<string | null> {
  await refuseFull(writer);
  const retired = await retiredReceiver(writer, writer.systemId, rxId);
  if (retired !== undefined && (await receiverNamed(writer, writer.systemId, retired.alias)) !== undefined)
    throw conflict(`Another receiver is now called '${retired.alias}'. Rename it, then restore this one`, 'alias');
  await writer.restore(rxId);
  const stands = writer.fieldsOf('receiver', rxId)?.['SiteId'];
  if (retired === undefined || retired.lastSite === null || stands !== null) return null;
  return `'${retired.alias}' has no site: its site '${retired.lastSite}' no longer exists`;
}

/**
 * Returns a free name for a copy (RX-34): 'Crest copy', then 'Crest copy 2'. A long name is cut to make room
 * for the suffix.
 */
export function freeAlias(alias: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const ending = n === 1 ? ' copy' : ` copy ${n}`;
    const name = `${cutTo(alias, aliasMaxLength - ending.length).trimEnd()}${ending}`;
    if (!taken.has(name)) return name;
  }
}

/** Returns the start of a text, at most `units` UTF-16 units, ending with a whole character. */
function cutTo(text: string, units: number): string {
  let cut = '';
  for (const character of text) {
    if (cut.length + character.length > units) break;
    cut += character;
  }
  return cut;
}
