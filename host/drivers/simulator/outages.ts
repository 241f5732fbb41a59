import { receiverStatuses } from '#model/entities/receiver.ts';
import { chance } from './chance.ts';
import { timesOf } from './actions.ts';
import type { ReceiverHardware, World } from './world.ts';

const second = 1_000;
const minute = 60 * second;

/**
 * A period in which a receiver does not listen: its link is down, or it reboots, by itself or by a command
 * (`commanded`). Times in ms; at `end` it is online again.
 */
export type Outage = { start: number; end: number; reboot: boolean; commanded?: true };
/**
 * Returns the period in which the link is down, which ends when the console reaches the modem (SIM-5); null
 * for a reboot.
 */
export function linkDown({ start, end, reboot }: Outage): { start: number; end: number } | null {
  return reboot ? null : { start, end: end - readyMs - openMs };
}

/** A receiver with its link. */
export type Linked = Pick<ReceiverHardware, 'key' | 'flakyLink'>;
export type StatusChange = { ts: number; status: number };

/**
 * In each slot of time, a link fails or a receiver reboots at most once, so that any slot can be computed
 * alone.
 */
const slots = {
  steady: { length: 8 * 60 * minute, likely: 0.14, shortest: 4 * minute, longest: 80 * minute },
  flaky: { length: 40 * minute, likely: 0.55, shortest: 40 * second, longest: 150 * second },
} as const;
const rebootShare = 0.25;
const rebootMs = 50 * second;
/** How long (ms) a receiver is down after a command to reboot. */
const commandedDownMs = 12 * second;
/**
 * How long (ms) a receiver is 'open' and then 'ready' after a failure: the console first reaches the modem,
 * then the receiver, before it is online (SIM-5).
 */
const openMs = 9 * second;
const readyMs = 7 * second;
/** The time from a command to reboot until the receiver is online again, in ms. */
export const commandedRebootMs = commandedDownMs + openMs + readyMs;

const draws = { happens: 41, start: 42, length: 43, reboot: 44 } as const;

/**
 * Returns the outages that overlap the period from `from` to before `to`, in order and not overlapping each
 * other.
 */
export function outagesBetween(world: World, receiver: Linked, from: number, to: number): Outage[] {
  const kind = receiver.flakyLink ? slots.flaky : slots.steady;
  const found: Outage[] = [];
  for (let slot = Math.floor(from / kind.length); slot * kind.length < to; slot++) {
    const outage = outageIn(world, receiver, slot, kind);
    if (outage !== null && outage.end > from && outage.start < to) found.push(outage);
  }
  const commanded = commandedReboots(world, receiver);
  if (commanded.length === 0) return found;
  const own = found.filter(({ start }) => !commanded.some((outage) => start >= outage.start && start < outage.end));
  return [...own, ...commanded.filter(({ start, end }) => end > from && start < to)].sort((a, b) => a.start - b.start);
}

/** Returns the reboots by command. A command during another outage does not arrive, so it causes none. */
function commandedReboots(world: World, receiver: Linked): Outage[] {
  const kind = receiver.flakyLink ? slots.flaky : slots.steady;
  const commanded: Outage[] = [];
  for (const start of timesOf(world, receiver, 'reboot')) {
    const own = outageIn(world, receiver, Math.floor(start / kind.length), kind);
    const isDown = start < (commanded.at(-1)?.end ?? -Infinity) || (own !== null && start >= own.start && start < own.end);
    if (!isDown) commanded.push({ start, end: start + commandedRebootMs, reboot: true, commanded: true });
  }
  return commanded;
}

function outageIn(world: World, receiver: Linked, slot: number, kind: (typeof slots)[keyof typeof slots]): Outage | null {
  const draw = (question: number) => chance(world.seed, question, receiver.key, slot);
  if (draw(draws.happens) >= kind.likely) return null;
  const reboot = draw(draws.reboot) < rebootShare;
  const down = reboot ? rebootMs : kind.shortest + Math.floor(draw(draws.length) ** 2 * (kind.longest - kind.shortest));
  const whole = down + (reboot ? 0 : openMs) + readyMs;
  const start = slot * kind.length + Math.floor(draw(draws.start) * (kind.length - whole));
  return { start, end: start + whole, reboot };
}

/** Returns the status of an enabled receiver (RX-10) at a time. */
export function statusAt(world: World, receiver: Linked, ts: number): number {
  const outage = outagesBetween(world, receiver, ts, ts + 1)[0];
  if (outage === undefined) return receiverStatuses.online;
  return changesOf(outage).findLast((change) => change.ts <= ts)?.status ?? receiverStatuses.online;
}

/** Returns every change of status from `from` to before `to`, in order. */
export function statusChangesBetween(world: World, receiver: Linked, from: number, to: number): StatusChange[] {
  // An outage that ends at `from` is not in the period, but its last change is.
  return outagesBetween(world, receiver, from - 1, to)
    .flatMap(changesOf)
    .filter((change) => change.ts >= from && change.ts < to);
}

function changesOf({ start, end, reboot, commanded }: Outage): StatusChange[] {
  const down = { ts: start, status: reboot ? receiverStatuses.rebooting : receiverStatuses.offline };
  const ready = { ts: end - readyMs, status: receiverStatuses.ready };
  const online = { ts: end, status: receiverStatuses.online };
  if (reboot && commanded === undefined) return [down, ready, online];
  return [down, { ts: end - readyMs - openMs, status: receiverStatuses.open }, ready, online];
}
