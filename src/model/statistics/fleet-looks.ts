import type { Receiver } from '../entities/receiver.ts';
import type { FleetModel } from '../journal/read-models/fleet.ts';
import { byLabels, receiversOf } from '../journal/read-models/fleet-selectors.ts';

/** The name and colour of a receiver in statistics (RX-25); `label` is '[site alias] receiver alias'. */
export type FleetLook = {
  alias: string;
  label: string;
  color: string;
  siteId: number | null;
  siteName: string;
  siteColor: string | null;
  pointStyle?: string | null;
};
export type FleetLooks = ReadonlyMap<number, FleetLook>;

/** Returns the site colour map (RX-25) by receiver id. */
export const siteColourMap = byLabels((fleet: FleetModel): FleetLooks => {
  const look = ({ alias, color, SiteId }: Receiver): FleetLook => {
    const site = SiteId === null ? undefined : fleet.sites[SiteId];
    return {
      alias,
      label: site === undefined ? alias : `[${site.alias}] ${alias}`,
      color,
      siteId: site?.id ?? null,
      siteName: site?.alias ?? '',
      siteColor: site?.color ?? null,
      pointStyle: site?.pointStyle ?? null,
    };
  };
  return new Map(receiversOf(fleet).map((rx) => [rx.id, look(rx)]));
});
