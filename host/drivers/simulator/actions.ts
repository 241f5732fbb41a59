import type { ActionDone } from '../../platform/store/fleet/simulated-actions.ts';
import type { SimulatedAction } from '../../platform/store/schema-commands.ts';
import { chance } from './chance.ts';
import { keyOf } from './members.ts';
import type { ReceiverHardware, World } from './world.ts';

const day = 86_400_000;
/** The largest error of a receiver's clock, in seconds per second. */
const drift = 8e-6;
/** How long (ms) before the live part a clock was last right, if no command has set it. */
const setBefore = 14 * day;

/** How long (ms) an hourly action still matters after the receiver has carried out the same action again. */
const forgottenAfter = day;
const isForgotten = ({ at, action }: Action, own: ReadonlyMap<SimulatedAction, readonly Action[]>) =>
  (action === 'sync' || action === 'report') && at < (own.get(action)?.at(-1)?.at ?? 0) - forgottenAfter;

const draws = { drift: 75 } as const;

type Action = { at: number; action: SimulatedAction };

/**
 * Returns the world with the actions that its receivers carried out on command (SIM-13), in time order. Skips
 * actions that the world already has.
 */
export function withActions(world: World, rxIds: readonly number[], done: readonly ActionDone[]): World {
  const actions = new Map(world.actions);
  for (const [rxId, own] of Map.groupBy(done, (one) => one.rxId)) {
    const key = keyOf(rxIds, rxId);
    const had = actions.get(key) ?? [];
    const isHad = (one: Action) => had.some(({ at, action }) => at === one.at && action === one.action);
    const all = [...had, ...own.filter((one) => !isHad(one)).map(({ at, action }) => ({ at, action }))];
    const byAction = Map.groupBy(all, ({ action }) => action);
    const kept = all.filter((one) => !isForgotten(one, byAction));
    actions.set(key, kept);
  }
  return { ...world, actions };
}

/** Returns when a receiver carried out an action, in time order. */
export function timesOf(world: World, { key }: Pick<ReceiverHardware, 'key'>, which: SimulatedAction): number[] {
  return world.actions.get(key)?.flatMap(({ at, action }) => (action === which ? [at] : [])) ?? [];
}

/** A receiver's firmware and clock at a time. `clockOffsetMs` is its clock minus the true time. */
export type UnitState = { firmware: readonly [number, number, number]; clockOffsetMs: number };

/**
 * Returns a receiver's state at a time: each update raises the last number of its firmware, and its clock
 * drifts evenly.
 */
export function unitAt(world: World, receiver: ReceiverHardware, ts: number): UnitState {
  const [major, minor, patch] = receiver.firmware;
  const updates = timesOf(world, receiver, 'update').filter((at) => at <= ts).length;
  const setAt = timesOf(world, receiver, 'sync').findLast((at) => at <= ts) ?? world.liveFrom - setBefore;
  const rate = (chance(world.seed, draws.drift, receiver.key) * 2 - 1) * drift;
  return { firmware: [major, minor, patch + updates], clockOffsetMs: Math.round((ts - setAt) * rate) };
}
