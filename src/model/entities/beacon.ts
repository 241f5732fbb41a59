import * as v from 'valibot';

/** How often one receiver's antenna heard one beacon transmitter in the time of a summary (REG-11). */
export const beaconSchema = v.object({
  ReceiverId: v.number(),
  TransmitterId: v.number(),
  antenna: v.number(),
  hits: v.number(),
});
export type Beacon = v.InferOutput<typeof beaconSchema>;

/** How many different transmitters a list of hearings holds. */
export function countBeacons(hearings: readonly Beacon[]): number {
  return new Set(hearings.map((hearing) => hearing.TransmitterId)).size;
}
