import { type Receiver, type ReceiverStatusName, isKnownStatus, receiverStatusName } from '../../entities/receiver.ts';
import type { Site } from '../../entities/site.ts';
import type { ReceiverLooks } from '../../live/group-looks.ts';
import { byIdentity } from './by-identity.ts';
import type { FleetModel } from './fleet.ts';

const byLabel = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const byAlias = (a: { alias: string; id: number }, b: { alias: string; id: number }): number =>
  byLabel.compare(a.alias, b.alias) || a.id - b.id;

/** All receivers, sorted by alias. */
export const receiversOf = byIdentity((fleet: FleetModel): readonly Receiver[] => Object.values(fleet.receivers).sort(byAlias));

/** Receivers that stand together; `site` is null for those that stand at none. */
export type SiteGroup = { site: Site | null; receivers: readonly Receiver[] };

/** Receivers grouped by site, both sorted by label (RX-26); sites without receivers are kept, receivers without a site come last. */
export const receiversBySite = byIdentity((fleet: FleetModel): readonly SiteGroup[] => {
  const groups = Object.values(fleet.sites)
    .sort(byAlias)
    .map((site) => ({ site, receivers: receiversOf(fleet).filter((rx) => rx.SiteId === site.id) }));
  const without = receiversOf(fleet).filter((rx) => rx.SiteId === null || fleet.sites[rx.SiteId] === undefined);
  return without.length === 0 ? groups : [...groups, { site: null, receivers: without }];
});

export type StatusCounts = Record<ReceiverStatusName, number> & { unknown: number };

/**
 * How many receivers are in each status (RX-12). One that is not enabled counts as disabled whatever it last said; one with an unknown
 * status counts as offline, and under `unknown` too (RX-11).
 */
export const statusCounts = byIdentity((fleet: FleetModel): StatusCounts => {
  const counts: StatusCounts = { online: 0, rebooting: 0, ready: 0, open: 0, offline: 0, disabled: 0, unknown: 0 };
  for (const rx of Object.values(fleet.receivers)) {
    counts[rx.enabled ? receiverStatusName(rx.status) : 'disabled'] += 1;
    if (!isKnownStatus(rx.status)) counts.unknown += 1;
  }
  return counts;
});

/** How charts and pins draw a receiver (RX-25). */
export type ColourEntry = { color: string; siteColor: string | null; pointStyle: string | null; label: string };

/**
 * The site colour map (RX-25) by receiver id; the label is '[site alias] receiver alias'.
 * @awaits the screen of statistics
 */
export const siteColourMap = byIdentity((fleet: FleetModel): ReadonlyMap<number, ColourEntry> => {
  const entry = (rx: Receiver): ColourEntry => {
    const site = rx.SiteId === null ? undefined : fleet.sites[rx.SiteId];
    const label = site === undefined ? rx.alias : `[${site.alias}] ${rx.alias}`;
    return { color: rx.color, siteColor: site?.color ?? null, pointStyle: site?.pointStyle ?? null, label };
  };
  return new Map(receiversOf(fleet).map((rx) => [rx.id, entry(rx)]));
});

/** Name and own colour of each receiver, as charts and legends know it. */
export const receiverLooks = byIdentity(
  (fleet: FleetModel): ReceiverLooks => new Map(receiversOf(fleet).map(({ id, alias, color }) => [id, { alias, color }])),
);
