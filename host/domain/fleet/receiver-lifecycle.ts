import { type FamilyConfig, configFrom, defaultConfig, familyOf, settingsOf } from '#model/config/config.ts';
import type { Leaving } from '#model/contract/receiver-history-calls.ts';
import { aliasMaxLength, receiverModels } from '#model/entities/receiver.ts';
import { conflict, notFound } from '../../platform/api-error.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { refuseFull } from '../../platform/changes/full-system.ts';
import { refuseAbsent } from '../../platform/changes/missing.ts';
import { retiredReceiver } from '../../platform/store/fleet/receiver-histories.ts';
import { namedReceivers, receiverNamed, receiverWithSettings, wasHeard } from '../../platform/store/fleet/receivers.ts';

/** What a person says of a receiver that is to be; what they leave out is as its family begins (CFG-4). */
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
 * Makes a receiver at a site and answers its number.
 * @throws ApiError 404 where there is no such site, 409 where the system takes no more receivers.
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
 * Makes a receiver as another one is, at a site or none, under a name that is free; what the other reports of
 * itself is its own. Answers its number.
 * @throws ApiError 404 where there is no such receiver or site, 409 where the system takes no more receivers.
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
 * Takes a receiver out of the fleet (RX-35): one that was heard is retired, any other removed. Answers which.
 * @throws ApiError 404 where the system has no such receiver.
 */
export async function leaveFleet(writer: ChangeWriter, rxId: number): Promise<Leaving> {
  await writer.lock('receiver', [rxId], 'delete');
  const isKept = await wasHeard(writer, writer.systemId, rxId);
  if (isKept) await writer.retire(rxId);
  else await writer.remove('receiver', rxId);
  return isKept ? 'retired' : 'removed';
}

/**
 * Brings a retired receiver back into the fleet under its name (RX-38). Answers where it stands where that is
 * not the site where it stood, else null.
 * @throws ApiError 404 where the system has no such retired receiver, 409 where another has its name or the
 * system takes no more receivers.
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

/** RX-34: 'Crest copy', then 'Crest copy 2'; a long name is cut so that what is added has its place. */
export function freeAlias(alias: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const ending = n === 1 ? ' copy' : ` copy ${n}`;
    const name = `${cutTo(alias, aliasMaxLength - ending.length).trimEnd()}${ending}`;
    if (!taken.has(name)) return name;
  }
}

/** The beginning of a text, of at most so many UTF-16 units, that ends with a whole character. */
function cutTo(text: string, units: number): string {
  let cut = '';
  for (const character of text) {
    if (cut.length + character.length > units) break;
    cut += character;
  }
  return cut;
}
