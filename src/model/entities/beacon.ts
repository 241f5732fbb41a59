import * as v from 'valibot';

/** What a transmitter's purpose is that stays in place and is heard all the time (REG-5). */
export const beaconPurpose = 1;

/** How often one receiver's antenna heard one beacon transmitter in the time of a summary (REG-11). */
export const beaconSchema = v.object({
  ReceiverId: v.number(),
  TransmitterId: v.number(),
  antenna: v.number(),
  hits: v.number(),
});
export type Beacon = v.InferOutput<typeof beaconSchema>;

/**
 * REG-15: beacon data refresh every 300000 ms. What beacons are heard grows old by itself: nothing reports
 * when one falls silent.
 */
export const beaconRefreshMs = 300_000;

/** How many different transmitters a list of hearings holds. */
export function countBeacons(hearings: readonly Beacon[]): number {
  return new Set(hearings.map((hearing) => hearing.TransmitterId)).size;
}
