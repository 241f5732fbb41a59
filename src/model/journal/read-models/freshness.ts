import * as v from 'valibot';
import { invalidations } from '../../contract/socket-messages.ts';
import type { Fact, FactType } from '../facts.ts';
import type { Fold } from '../overlay.ts';

/** What the host has said to be out of date and has not been loaded since (look.md: what was there stays, marked stale). */
export const freshnessModelSchema = v.object({ stale: v.array(v.picklist(invalidations)) });
export type FreshnessModel = v.InferOutput<typeof freshnessModelSchema>;
export type Invalidation = FreshnessModel['stale'][number];

export const allFresh: FreshnessModel = { stale: [] };

const refreshedBy: { readonly [Type in FactType]?: Invalidation } = {
  'fleet.loaded': 'fleet',
  'alarms.loaded': 'alarms',
  'host.configLoaded': 'config',
  'systems.loaded': 'systems',
  'beacons.summaryLoaded': 'beacons',
};

export const foldFreshness: Fold<FreshnessModel, Fact> = (state, fact) => {
  if (fact.type === 'invalidated') {
    const added = new Set(fact.what.filter((what) => !state.stale.includes(what)));
    return added.size === 0 ? state : { stale: [...state.stale, ...added] };
  }
  const refreshed = refreshedBy[fact.type];
  if (refreshed === undefined || !state.stale.includes(refreshed)) return state;
  return { stale: state.stale.filter((what) => what !== refreshed) };
};
