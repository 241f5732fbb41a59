import * as v from 'valibot';
import type { Fact } from '../facts.ts';
import type { Fold } from '../overlay.ts';
import { accountModelSchema, foldAccount, noAccount } from './account.ts';
import { alarmsModelSchema, foldAlarms, noAlarms } from './alarms.ts';
import { beaconsModelSchema, foldBeacons, noBeacons } from './beacons.ts';
import { fleetModelSchema, foldFleet, noFleet } from './fleet.ts';
import { allFresh, foldFreshness, freshnessModelSchema } from './freshness.ts';
import { foldHost, hostModelSchema, noHost } from './host.ts';

/** Everything a host session shows that came from facts, one key per read model. A recording's checkpoint has this shape. */
export const readModelsSchema = v.object({
  account: accountModelSchema,
  host: hostModelSchema,
  fleet: fleetModelSchema,
  alarms: alarmsModelSchema,
  beacons: beaconsModelSchema,
  freshness: freshnessModelSchema,
});
export type ReadModels = v.InferOutput<typeof readModelsSchema>;

/** What is known before the first fact. */
export const noReadModels: ReadModels = {
  account: noAccount,
  host: noHost,
  fleet: noFleet,
  alarms: noAlarms,
  beacons: noBeacons,
  freshness: allFresh,
};

/** Folds one fact into every read model; those it does not concern keep their identity. */
export const foldReadModels: Fold<ReadModels, Fact> = (state, fact) => {
  const account = foldAccount(state.account, fact);
  const host = foldHost(state.host, fact);
  const fleet = foldFleet(state.fleet, fact);
  const alarms = foldAlarms(state.alarms, fact);
  const beacons = foldBeacons(state.beacons, fact);
  const freshness = foldFreshness(state.freshness, fact);
  const same =
    account === state.account &&
    host === state.host &&
    fleet === state.fleet &&
    alarms === state.alarms &&
    beacons === state.beacons &&
    freshness === state.freshness;
  return same ? state : { account, host, fleet, alarms, beacons, freshness };
};
