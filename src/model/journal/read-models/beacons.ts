import * as v from 'valibot';
import { beaconSchema, countBeacons } from '../../entities/beacon.ts';
import { beaconIndicator } from '../../entities/receiver-health.ts';
import { readModel } from './read-model.ts';

/** Where beacons were heard in the past 7 days (`all`) and in the past hour (`recent`); null until loaded. */
const beaconsModelSchema = v.object({
  summary: v.nullable(v.object({ all: v.array(beaconSchema), recent: v.array(beaconSchema) })),
});
export type BeaconsModel = v.InferOutput<typeof beaconsModelSchema>;

export const beaconsModel = readModel<BeaconsModel>({
  schema: beaconsModelSchema,
  initial: { summary: null },
  on: {
    'beacons.summaryLoaded': (draft, { all, recent }) => void (draft.summary = { all, recent }),
  },
});

/** How many beacons are known and how many were heard recently, with the dashboard's indicator (REG-13). */
export function beaconStatus(model: BeaconsModel): {
  all: number;
  recent: number;
  indicator: ReturnType<typeof beaconIndicator>;
} {
  const all = countBeacons(model.summary?.all ?? []);
  const recent = countBeacons(model.summary?.recent ?? []);
  return { all, recent, indicator: beaconIndicator(all, recent) };
}
