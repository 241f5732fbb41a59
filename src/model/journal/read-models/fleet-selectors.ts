import {
  type Receiver,
  type ReceiverStatusName,
  isKnownStatus,
  receiverStatusName,
  type ReceiverLooks,
} from '../../entities/receiver.ts';
import { hasWarning } from '../../entities/receiver-health.ts';
import type { Site } from '../../entities/site.ts';
import type { FleetModel } from './fleet.ts';

const byLabel = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const byAlias = (a: { alias: string; id: number }, b: { alias: string; id: number }): number =>
  byLabel.compare(a.alias, b.alias) || a.id - b.id;

/** All receivers, sorted by alias. */
export const receiversOf = byIdentity((fleet: FleetModel): readonly Receiver[] => Object.values(fleet.receivers).sort(byAlias));

/**
 * Like `byIdentity`, for selectors that depend only on the sites and on the receivers' aliases, sites and
 * colours. The answer stays the same object while only other fields change, such as states, which change many
 * times a second.
 */
export function byLabels<Answer>(select: (fleet: FleetModel) => Answer): (fleet: FleetModel) => Answer {
  let last: { fleet: FleetModel; answer: Answer } | undefined;
  return (fleet) => {
    const answer = last !== undefined && haveSameLabels(last.fleet, fleet) ? last.answer : select(fleet);
    last = { fleet, answer };
    return answer;
  };
}

function haveSameLabels(one: FleetModel, other: FleetModel): boolean {
  if (one.sites !== other.sites) return false;
  if (one.receivers === other.receivers) return true;
  const ids = Object.keys(one.receivers);
  if (ids.length !== Object.keys(other.receivers).length) return false;
  return ids.every((id) => {
    const [before, after] = [one.receivers[id], other.receivers[id]];
    if (before === after) return true;
    if (before === undefined || after === undefined) return false;
    return before.alias === after.alias && before.SiteId === after.SiteId && before.color === after.color;
  });
}

/** The ids of the receivers of a site; `site` is null for receivers without one. */
export type SiteGroup = { site: Site | null; rxIds: readonly number[] };

/**
 * The receivers by site, both sorted by label (RX-26). Includes sites without receivers. Receivers without a
 * site come last.
 */
export const receiversBySite = byLabels((fleet: FleetModel): readonly SiteGroup[] => {
  const sites = Object.values(fleet.sites).sort(byAlias);
  const bySite = Map.groupBy(receiversOf(fleet), ({ SiteId }) =>
    SiteId === null || fleet.sites[SiteId] === undefined ? null : SiteId,
  );
  const idsAt = (siteId: number | null): readonly number[] => (bySite.get(siteId) ?? []).map(({ id }) => id);
  const groups = sites.map((site) => ({ site, rxIds: idsAt(site.id) }));
  const without = idsAt(null);
  return without.length === 0 ? groups : [...groups, { site: null, rxIds: without }];
});

export type StatusCounts = Record<ReceiverStatusName, number> & { unknown: number };

/**
 * How many receivers have each status (RX-12). A receiver that is not enabled counts as disabled, whatever
 * its last status. An enabled receiver with an unknown status counts as offline. `unknown` counts all
 * receivers with an unknown status (RX-11).
 */
export const statusCounts = byIdentity((fleet: FleetModel): StatusCounts => {
  const counts: StatusCounts = { online: 0, rebooting: 0, ready: 0, open: 0, offline: 0, disabled: 0, unknown: 0 };
  for (const rx of Object.values(fleet.receivers)) {
    counts[rx.enabled ? receiverStatusName(rx.status) : 'disabled'] += 1;
    if (!isKnownStatus(rx.status)) counts.unknown += 1;
  }
  return counts;
});

export const warningCount = byIdentity((fleet: FleetModel): number => Object.values(fleet.receivers).filter(hasWarning).length);

export const enabledCount = byIdentity(
  (fleet: FleetModel): number => Object.values(fleet.receivers).filter(({ enabled }) => enabled).length,
);

/** Name, own colour and point style of each receiver, sorted by name, for charts, legends and filters. */
export const receiverLooks = byLabels((fleet: FleetModel): ReceiverLooks => {
  const look = (rx: Receiver) => ({ alias: rx.alias, color: rx.color, pointStyle: pointStyleOf(fleet, rx) });
  return new Map(receiversOf(fleet).map((rx) => [rx.id, look(rx)]));
});

/** Returns the point style of the receiver's site; null if there is none. */
export function pointStyleOf({ sites }: Pick<FleetModel, 'sites'>, rx: Pick<Receiver, 'SiteId'> | undefined): string | null {
  return rx === undefined || rx.SiteId === null ? null : (sites[rx.SiteId]?.pointStyle ?? null);
}

/**
 * Makes a selector that computes its answer once for each state object. The answer stays the same object
 * until the read model changes.
 */
function byIdentity<State extends object, Answer>(select: (state: State) => Answer): (state: State) => Answer {
  const answers = new WeakMap<State, { answer: Answer }>();
  return (state) => {
    const known = answers.get(state);
    if (known !== undefined) return known.answer;
    const answer = select(state);
    answers.set(state, { answer });
    return answer;
  };
}

export function receiverCount({ receivers }: Pick<FleetModel, 'receivers'>): number {
  return Object.keys(receivers).length;
}
