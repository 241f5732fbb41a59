import { chance } from './chance.ts';
import type { ReceiverHardware, World } from './world.ts';
import { usualHardware } from './worlds.ts';

/** Receivers of the study's plan have the first keys; those that joined have theirs from here on. */
export const firstJoinedKey = 1_000;

/** By which number chance is drawn for a receiver (SIM-9); `rxIds` are those of the plan, in its order. */
export function keyOf(rxIds: readonly number[], rxId: number): number {
  const planned = rxIds.indexOf(rxId);
  return planned >= 0 ? planned : firstJoinedKey + rxId;
}

/** The receiver of a key; undefined where the plan has none there. */
export function rxIdOf(rxIds: readonly number[], key: number): number | undefined {
  return key < firstJoinedKey ? rxIds[key] : key - firstJoinedKey;
}

/** A receiver of the world as it is built: by the plan, or, of one that joined, by chance and its model. */
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
