import { type AnyActorRef, type AnyMachineSnapshot, isMachineSnapshot } from 'xstate';
import type { Run } from './harness.ts';

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

function isActor(value: object): value is AnyActorRef {
  return 'getSnapshot' in value && 'send' in value;
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'function';
  if (typeof value !== 'object' || value === null) return value;
  if (isActor(value)) return `actor ${value.id}`;
  if (isMachineSnapshot(value)) return value.value;
  if (value instanceof Map) return [...value];
  if (value instanceof Set) return [...value];
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return value;
}

/** Random ids differ on every walk. Each is replaced by the order of its first appearance. */
function withoutChance(text: string): string {
  const seen = new Map<string, string>();
  return text.replace(uuids, (uuid) => {
    const name = seen.get(uuid) ?? `uuid ${seen.size}`;
    seen.set(uuid, name);
    return name;
  });
}

/** The default description of a machine's situation, without its timers. */
export function serialize(snapshot: AnyMachineSnapshot): string {
  const { value, context, status, historyValue } = snapshot;
  const history = Object.entries(historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)]);
  const children = Object.values(snapshot.children as Record<string, AnyActorRef>).map((actor) => [
    actor.id,
    actor.getSnapshot().status,
  ]);
  return JSON.stringify([value, context, status, history, children], plain);
}

/**
 * Returns a key of a run's situation. Runs in the same situation have the same future, so the search follows
 * one of them.
 */
export function situation(run: Run): string {
  const { serializeState = serialize } = run.bench.samples;
  return withoutChance(JSON.stringify([serializeState(run.snapshot()), run.clock.remaining()]));
}
