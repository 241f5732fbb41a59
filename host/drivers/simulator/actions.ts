import type { ActionDone } from '../../platform/store/fleet/simulated-actions.ts';
import type { SimulatedAction } from '../../platform/store/schema-commands.ts';
import { chance } from './chance.ts';
import { keyOf } from './members.ts';
import type { ReceiverHardware, World } from './world.ts';

const day = 86_400_000;
/** How far a receiver's clock goes wrong in a second, at most, in seconds. */
const drift = 8e-6;
/** When a clock that nobody set yet was right: so long (ms) before the live part. */
const setBefore = 14 * day;

/** Of what is done each hour nothing comes any more, so long (ms) before it was done again. */
const forgottenAfter = day;
const isForgotten = ({ at, action }: Action, own: ReadonlyMap<SimulatedAction, readonly Action[]>) =>
  (action === 'sync' || action === 'report') && at < (own.get(action)?.at(-1)?.at ?? 0) - forgottenAfter;

const draws = { drift: 75 } as const;

type Action = { at: number; action: SimulatedAction };

/**
 * The same world with what its receivers did at somebody's word (SIM-13), in order of time; what it has is
 * not done again.
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

/** When a receiver did something, in order of time. */
export function timesOf(world: World, { key }: Pick<ReceiverHardware, 'key'>, which: SimulatedAction): number[] {
  return world.actions.get(key)?.flatMap(({ at, action }) => (action === which ? [at] : [])) ?? [];
}

/** What a receiver says of its program and its clock at a time; its clock less the true time, in ms. */
export type UnitState = { firmware: readonly [number, number, number]; clockOffsetMs: number };

/** An update raises the last number of the firmware; a clock goes wrong evenly from when it was set. */
export function unitAt(world: World, receiver: ReceiverHardware, ts: number): UnitState {
  const [major, minor, patch] = receiver.firmware;
  const updates = timesOf(world, receiver, 'update').filter((at) => at <= ts).length;
  const setAt = timesOf(world, receiver, 'sync').findLast((at) => at <= ts) ?? world.liveFrom - setBefore;
  const rate = (chance(world.seed, draws.drift, receiver.key) * 2 - 1) * drift;
  return { firmware: [major, minor, patch + updates], clockOffsetMs: Math.round((ts - setAt) * rate) };
}
