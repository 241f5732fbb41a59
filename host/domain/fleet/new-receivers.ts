import { defaultConfig, familyOf, settingsOf } from '#model/config/config.ts';
import { receiverModels } from '#model/entities/receiver.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { namedSites } from '../../platform/store/fleet/receivers.ts';

/**
 * The given values of a new receiver (RX-2). The database has defaults for the rest. Coordinates in degrees.
 */
export type FoundedReceiver = {
  alias: string;
  siteId: number | null;
  latitude: number | null;
  longitude: number | null;
  model?: number;
};

const colors = ['#66bb6a', '#ffb74d', '#4fc3f7', '#ba68c8', '#e57373', '#a1887f', '#4db6ac', '#fff176', '#90a4ae', '#aed581'];
const pointStyles = ['circle', 'triangle', 'rect', 'rectRot', 'star', 'cross'];

/**
 * Creates a receiver with its family's first configuration (CFG-4) and returns its id. Its colour follows
 * from the number of receivers that the system has (`order`).
 */
export function makeReceiver(writer: ChangeWriter, { siteId, ...receiver }: FoundedReceiver, order: number): Promise<number> {
  const family = familyOf(receiver.model ?? receiverModels.unknown);
  return writer.create(
    'receiver',
    { ...receiver, SiteId: siteId, color: colors[order % colors.length] as string },
    { columns: { config: settingsOf(family, defaultConfig(family)) } },
  );
}

/** Returns the colour and symbol of a new site, which follow from the number of sites that the system has. */
export function siteLook(order: number): { color: string; pointStyle: string } {
  return { color: colors[order % colors.length] as string, pointStyle: pointStyles[order % pointStyles.length] as string };
}

/**
 * Returns the site with a name in the system, and creates the site if there is none. For the name null,
 * returns the id null: no site.
 */
export async function siteNamed(writer: ChangeWriter, alias: string | null): Promise<{ id: number | null; isNew: boolean }> {
  if (alias === null) return { id: null, isNew: false };
  const sites = await namedSites(writer, writer.systemId);
  const found = sites.find((site) => site.alias === alias);
  if (found !== undefined) return { id: found.id, isNew: false };
  return { id: await writer.create('site', { alias, ...siteLook(sites.length) }), isNew: true };
}
