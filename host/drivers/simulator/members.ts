import { chance } from './chance.ts';
import type { ReceiverHardware, World } from './world.ts';
import { usualHardware } from './worlds.ts';

/** The first key of receivers that joined a study later. Planned receivers have lower keys. */
export const firstJoinedKey = 1_000;

/** Returns a receiver's key for chance draws (SIM-9). `rxIds` are the planned receivers in order. */
export function keyOf(rxIds: readonly number[], rxId: number): number {
  const planned = rxIds.indexOf(rxId);
  return planned >= 0 ? planned : firstJoinedKey + rxId;
}

/** Returns the id of the receiver with a key; undefined if the plan has no such receiver. */
export function rxIdOf(rxIds: readonly number[], key: number): number | undefined {
  return key < firstJoinedKey ? rxIds[key] : key - firstJoinedKey;
}

/**
 * Returns the hardware of a receiver: from the plan, or, if the receiver joined later, from chance and its
 * model.
 */
export function hardwareOf(world: World, key: number, model: 0 | 1): ReceiverHardware {
  const { seed, river, receivers } = world;
  const planned = receivers[key];
  if (planned !== undefined) return planned;
  return {
    key,
    model,
    longitude: river.origin.longitude,
    ...usualHardware(seed, key, model),
    azimuths: [Math.floor(chance(seed, 66, key) * 360)],
    wornBattery: false,
    flakyLink: false,
  };
}
