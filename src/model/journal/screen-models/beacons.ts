import * as v from 'valibot';
import { type Beacon, beaconSchema, countBeacons } from '../../entities/beacon.ts';
import { beaconIndicator } from '../../entities/receiver-health.ts';
import { screenModel } from './screen-model.ts';

const summary = {
  all: v.array(v.strictObject(beaconSchema.entries)),
  recent: v.array(v.strictObject(beaconSchema.entries)),
};

declare module '../facts.ts' {
  interface ScreenFacts {
    'beacons.summaryLoaded': { all: Beacon[]; recent: Beacon[] };
  }
}

/** Where beacons were heard in the past 7 days (`all`) and in the past hour (`recent`); null until loaded. */
const beaconsModelSchema = v.object({
  summary: v.nullable(v.object(summary)),
});
export type BeaconsModel = v.InferOutput<typeof beaconsModelSchema>;

/** What Home shows of the beacons (REG-13). */
export const beaconsModel = screenModel<BeaconsModel>({
  name: 'beacons',
  facts: { 'beacons.summaryLoaded': summary },
  schema: beaconsModelSchema,
  initial: { summary: null },
  on: {
    'beacons.summaryLoaded': (draft, { all, recent }) => void (draft.summary = { all, recent }),
  },
});

/**
 * Returns how many beacons are known, how many were heard recently, and the dashboard's indicator (REG-13);
 * null until loaded.
 */
export function beaconStatus(model: BeaconsModel): {
  all: number;
  recent: number;
  indicator: ReturnType<typeof beaconIndicator>;
} | null {
  if (model.summary === null) return null;
  const all = countBeacons(model.summary.all);
  const recent = countBeacons(model.summary.recent);
  return { all, recent, indicator: beaconIndicator(all, recent) };
}
