import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import { guardName } from '../../../scripts/machine-chart/names.ts';

type StateNode = AnyStateMachine['root'];

/** All state nodes of a machine, itself included, in document order. */
export function stateNodes(node: StateNode): StateNode[] {
  return [node, ...Object.values(node.states).flatMap(stateNodes)];
}

/** A transition or a state that the walks must meet. */
export type Goal =
  | { kind: 'transition'; name: string; transition: AnyTransitionDefinition }
  | { kind: 'state'; name: string; node: StateNode };

/** A transition in words: where, on which event, under which guard, to where. */
export function transitionName(transition: AnyTransitionDefinition): string {
  const event = transition.eventType || 'always';
  const guard = transition.guard === undefined ? '' : ` [${guardName(transition.guard)}]`;
  const target = transition.target?.map((node) => node.id).join(', ') ?? '(stays)';
  return `${transition.source.id} · ${event}${guard} → ${target}`;
}

/** Every transition that is written in a machine, in document order. */
export function transitionsOf(machine: AnyStateMachine): AnyTransitionDefinition[] {
  return stateNodes(machine.root).flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]);
}

/**
 * Every transition (also targetless, delayed, eventless, and done and error of invokes) and every state of
 * the machine. A history state is never active itself, so what counts are the transitions to it.
 */
export function goalsOf(machine: AnyStateMachine): Goal[] {
  const nodes = stateNodes(machine.root);
  return [
    ...transitionsOf(machine).map((transition): Goal => ({ kind: 'transition', name: transitionName(transition), transition })),
    ...nodes.filter((node) => node.type !== 'history').map((node): Goal => ({ kind: 'state', name: node.id, node })),
  ];
}
