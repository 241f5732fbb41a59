import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import { guardName } from '../../../scripts/machine-chart/names.ts';

type StateNode = AnyStateMachine['root'];

/** Returns all state nodes of a machine, itself included, in document order. */
export function stateNodes(node: StateNode): StateNode[] {
  return [node, ...Object.values(node.states).flatMap(stateNodes)];
}

/** A transition or a state that the walks must meet. */
export type Goal =
  | { kind: 'transition'; name: string; transition: AnyTransitionDefinition }
  | { kind: 'state'; name: string; node: StateNode };

/** Describes a transition: its state, event, guard and target. */
export function transitionName(transition: AnyTransitionDefinition): string {
  const event = transition.eventType || 'always';
  const guard = transition.guard === undefined ? '' : ` [${guardName(transition.guard)}]`;
  const target = transition.target?.map((node) => node.id).join(', ') ?? '(stays)';
  return `${transition.source.id} · ${event}${guard} → ${target}`;
}

/** Returns every transition written in a machine, in document order. */
export function transitionsOf(machine: AnyStateMachine): AnyTransitionDefinition[] {
  return stateNodes(machine.root).flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]);
}

/**
 * Returns every transition (also targetless, delayed, eventless, and done and error of invokes) and every
 * state of the machine. A history state is never active itself, so only the transitions to it count.
 */
export function goalsOf(machine: AnyStateMachine): Goal[] {
  const nodes = stateNodes(machine.root);
  return [
    ...transitionsOf(machine).map((transition): Goal => ({ kind: 'transition', name: transitionName(transition), transition })),
    ...nodes.filter((node) => node.type !== 'history').map((node): Goal => ({ kind: 'state', name: node.id, node })),
  ];
}
