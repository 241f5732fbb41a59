import type { TagHistory, Unconfirmed, Visit } from '../contract/tag-history-calls.ts';
import { greatCircleKm } from '../geo/great-circle.ts';
import { durationText } from '../receivers/status-strip.ts';
import { countText, decimalText } from '../text/number-text.ts';
import type { RowColumn, RowColumns } from '../tables/table-rows.ts';
import { relativeTime } from '../time/relative-time.ts';
import { stampText } from '../time/time-text.ts';
import { siteKey } from './visits.ts';

/**
 * The way from a visit to the next one (VISIT-7). `between` (ms) is negative if the next visit begins before
 * this one ends. `km` is null if a place is unknown, `kmPerHour` if no speed can be said.
 */
export type Leg = { site: string; between: number; km: number | null; kmPerHour: number | null };

/** A visit in the table. Times in ms; `shown` has them by the system's clocks. */
export type VisitRow = {
  /** The number of the visit, from 1 in order of arrival. */
  id: number;
  site: string;
  arrived: number;
  left: number;
  hits: number;
  /** Null for the last visit. */
  leg: Leg | null;
  shown: { arrived: string; left: string };
};

const dayMs = 86_400_000;

/** Below these, a distance or a time says too little for a speed. */
const leastKm = 1;
const leastMs = 60_000;

/** Returns the rows of the visits table (VISIT-7); `stamp` formats a time. */
export function visitRows(visits: readonly Visit[], stamp: (ts: number) => string): VisitRow[] {
  return visits.map((visit, at) => {
    const { site, arrived, left, hits } = visit;
    const next = visits[at + 1];
    const leg = next === undefined ? null : legBetween(visit, next);
    return { id: at + 1, site, arrived, left, hits, leg, shown: { arrived: stamp(arrived), left: stamp(left) } };
  });
}

/** Returns the straight leg from the last hearing of a visit to the first hearing of the next one. */
function legBetween(visit: Visit, next: Visit): Leg {
  const between = next.arrived - visit.left;
  const km = greatCircleKm(visit.last, next.first);
  const hasSpeed = between >= leastMs && km !== null && km >= leastKm;
  return { site: next.site, between, km, kmPerHour: hasSpeed ? km / (between / 3_600_000) : null };
}

function betweenText({ leg }: VisitRow): string {
  if (leg === null) return '';
  return leg.between < 0 ? `overlaps by ${durationText(-leg.between)}` : durationText(leg.between);
}

function kmText(km: number): string {
  return `${decimalText(km, km < 10 ? 1 : 0)} km`;
}

function distanceText({ leg }: VisitRow): string {
  if (leg === null) return '';
  return leg.km === null ? 'no place' : kmText(leg.km);
}

function speedText({ leg }: VisitRow): string {
  const speed = leg?.kmPerHour ?? null;
  return speed === null ? '' : `${decimalText(speed, speed < 10 ? 1 : 0)} km/h`;
}

/** Returns a column for a time. Files have it in UTC. */
function time(id: 'arrived' | 'left', label: string): RowColumn<VisitRow> {
  return {
    id,
    label,
    text: ({ shown }) => shown[id],
    alone: ({ shown }) => `${id} ${shown[id]}`,
    sortBy: (row) => row[id],
    file: [{ label: `${label} (UTC)`, text: (row) => stampText(row[id], 0) }],
  };
}

/** The columns of the visits table (VISIT-7). */
export const visitColumns: RowColumns<VisitRow> = [
  { id: 'site', label: 'Site', text: ({ site }) => site },
  time('arrived', 'Arrived'),
  time('left', 'Left'),
  {
    id: 'stayed',
    label: 'Stayed',
    text: ({ arrived, left }) => durationText(left - arrived),
    alone: ({ arrived, left }) => `stayed ${durationText(left - arrived)}`,
    sortBy: ({ arrived, left }) => left - arrived,
    isNumber: true,
    file: [{ label: 'Stayed (s)', number: ({ arrived, left }) => seconds(left - arrived) }],
  },
  {
    id: 'hits',
    label: 'Hits',
    text: ({ hits }) => countText(hits),
    alone: ({ hits }) => hitsText(hits),
    sortBy: ({ hits }) => hits,
    isNumber: true,
  },
  {
    id: 'next',
    label: 'Next Site',
    text: ({ leg }) => leg?.site ?? '',
    alone: ({ leg }) => (leg === null ? '' : `then ${leg.site}`),
  },
  {
    id: 'between',
    label: 'Time Between',
    text: betweenText,
    alone: (row) => (row.leg !== null && row.leg.between >= 0 ? `after ${betweenText(row)}` : betweenText(row)),
    sortBy: ({ leg }) => leg && leg.between,
    isNumber: true,
    file: [{ label: 'Time Between (s)', number: ({ leg }) => leg && seconds(leg.between) }],
  },
  {
    id: 'distance',
    label: 'Distance',
    text: distanceText,
    sortBy: ({ leg }) => leg && leg.km,
    isNumber: true,
    file: [{ label: 'Distance (km)', number: ({ leg }) => rounded(leg?.km ?? null) }],
  },
  {
    id: 'speed',
    label: 'Speed',
    text: speedText,
    sortBy: ({ leg }) => leg && leg.kmPerHour,
    isNumber: true,
    file: [{ label: 'Speed (km/h)', number: ({ leg }) => rounded(leg?.kmPerHour ?? null) }],
  },
];

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1_000) / 1_000;
}

/** Writes '1 hit' or '34 hits'. */
export function hitsText(hits: number): string {
  return hits === 1 ? '1 hit' : `${countText(hits)} hits`;
}

/** Returns a key that is the same for visits and stretches at one site (VISIT-3). */
export function whereKey(where: Visit | Unconfirmed): string {
  return siteKey({ siteId: where.SiteId, rxId: 'first' in where ? where.first.ReceiverId : where.ReceiverId });
}

/** Returns how long the animal was at liberty: '12 days'. Null without a release, or before it. */
export function libertyText({ released, retrieved }: TagHistory['tag'], now: number): string | null {
  if (released === null) return null;
  const ms = (retrieved === null ? now : Math.min(retrieved, now)) - released;
  if (ms < 0) return null;
  return ms < dayMs ? 'less than 1 day' : daysText(ms);
}

function daysText(ms: number): string {
  const days = Math.floor(ms / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}

/** Returns the number of sites that the animal visited. */
export function siteCount(visits: readonly Visit[]): number {
  return new Set(visits.map(whereKey)).size;
}

/**
 * Returns the length of all legs whose length is known, from the place of release if that is known: '34 km'.
 * Null if no length is known.
 */
export function totalDistanceText({ tag, visits }: TagHistory): string | null {
  const [first] = visits;
  const begin = first === undefined ? null : greatCircleKm(tag.releasePlace, first.first);
  const legs = visits.slice(1).map((next, at) => greatCircleKm(visits[at]!.last, next.first));
  const known = [begin, ...legs].filter((km) => km !== null);
  return known.length === 0 ? null : kmText(known.reduce((sum, km) => sum + km, 0));
}

/** Returns where and how long ago the tag was last heard, or that it never was. */
export function lastHeardText({ tag, visits, unconfirmed }: TagHistory, now: number): string {
  const latest = visits.reduce<Visit | null>((best, each) => (best && best.left > each.left ? best : each), null);
  if (latest !== null) return `${latest.site}, ${relativeTime(latest.left, now)}`;
  if (unconfirmed.length > 0) return 'Only in unconfirmed stretches, which make no visit';
  if (tag.released === null || tag.released > now) return 'Never heard';
  return `Never heard since its release ${relativeTime(tag.released, now)}`;
}
