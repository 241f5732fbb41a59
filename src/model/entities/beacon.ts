import * as v from 'valibot';

/** The purpose of beacons: transmitters that stay in place and should be heard all the time (REG-5). */
export const beaconPurpose = 1;

/** How often one antenna of a receiver heard one beacon in the period of a summary (REG-11). */
export const beaconSchema = v.object({
  ReceiverId: v.number(),
  TransmitterId: v.number(),
  antenna: v.number(),
  hits: v.number(),
});
export type Beacon = v.InferOutput<typeof beaconSchema>;

/** How often beacon data are reloaded, in ms (REG-15). No message says that a beacon fell silent. */
export const beaconRefreshMs = 300_000;

/** Returns the number of different transmitters in a list. */
export function countBeacons(hearings: readonly Beacon[]): number {
  return new Set(hearings.map((hearing) => hearing.TransmitterId)).size;
}
