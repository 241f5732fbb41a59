import { defaultConfig, familyOf, settingsOf } from '#model/config/config.ts';
import { receiverModels } from '#model/entities/receiver.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { namedSites } from '../../platform/store/fleet/receivers.ts';

/**
 * What is known of a receiver when it is made (RX-2); the rest is as the database has it by default.
 * Coordinates in degrees.
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
 * Makes a receiver as its family begins (CFG-4) and answers its id. Its colour follows from how many the
 * system has already (`order`).
 */
export function makeReceiver(writer: ChangeWriter, { siteId, ...receiver }: FoundedReceiver, order: number): Promise<number> {
  const family = familyOf(receiver.model ?? receiverModels.unknown);
  return writer.create(
    'receiver',
    { ...receiver, SiteId: siteId, color: colors[order % colors.length] as string },
    { columns: { config: settingsOf(family, defaultConfig(family)) } },
  );
}

/** How a site looks that was just made; it follows from how many the system has already. */
export function siteLook(order: number): { color: string; pointStyle: string } {
  return { color: colors[order % colors.length] as string, pointStyle: pointStyles[order % pointStyles.length] as string };
}

/** The site of that name in the system, made now where there is none. */
export async function siteNamed(writer: ChangeWriter, alias: string): Promise<{ id: number; isNew: boolean }> {
  const sites = await namedSites(writer, writer.systemId);
  const found = sites.find((site) => site.alias === alias);
  if (found !== undefined) return { id: found.id, isNew: false };
  return { id: await writer.create('site', { alias, ...siteLook(sites.length) }), isNew: true };
}
