import { type DirectedGraphNode, toDirectedGraph } from '@xstate/graph';
import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import { actionName, eventName, guardName, sourceName } from './names.ts';

type StateNode = AnyStateMachine['root'];

/** A transition as a reviewer reads it. Without `target` the state stays the same. */
export interface ChartTransition {
  on: string;
  guard?: string;
  target?: readonly string[];
  reenter?: true;
  actions?: readonly string[];
}

/** A state with its contents. Empty fields are left out. */
export interface ChartState {
  id: string;
  type: StateNode['type'];
  description?: string;
  initial?: string;
  tags?: readonly string[];
  entry?: readonly string[];
  exit?: readonly string[];
  invokes?: readonly { id: string; src: string; systemId?: string }[];
  transitions?: readonly ChartTransition[];
  states?: Readonly<Record<string, ChartState>>;
}

/** A machine's whole graph as plain data, in the order of its source. */
export interface Chart {
  id: string;
  /** Named delays in milliseconds; `computed` if they depend on the context. */
  delays?: Readonly<Record<string, number | 'computed'>>;
  chart: ChartState;
}

function some<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length ? list : undefined;
}

/** Takes the configured actions: the node's own lists also contain the timers that XState adds. */
function names(configured: unknown): readonly string[] | undefined {
  return configured === undefined ? undefined : some([configured].flat().map(actionName));
}

function chartTransition(transition: AnyTransitionDefinition): ChartTransition {
  const { eventType, guard, target, reenter, actions } = transition;
  const delay = 'delay' in transition ? (transition.delay as string | number) : undefined;
  return {
    on: eventName(eventType, delay),
    guard: guard === undefined ? undefined : guardName(guard),
    target: target?.map((node) => node.id),
    reenter: reenter || undefined,
    actions: some(actions.map(actionName)),
  };
}

/**
 * Returns the transitions out of a state, in source order. The graph has one edge per target, and no
 * eventless ones.
 */
export function transitionsFrom({ edges, stateNode }: DirectedGraphNode): AnyTransitionDefinition[] {
  return [...new Set(edges.map(({ transition }) => transition)), ...(stateNode.always ?? [])];
}

function chartState(graph: DirectedGraphNode): ChartState {
  const node = graph.stateNode;
  const transitions = transitionsFrom(graph);
  const states = graph.children.map((child) => [child.stateNode.key, chartState(child)] as const);
  return {
    id: node.id,
    type: node.type,
    description: node.description,
    initial: node.type === 'compound' ? node.initial.target[0]?.id : undefined,
    tags: some(node.tags),
    entry: names(node.config.entry),
    exit: names(node.config.exit),
    invokes: some(node.invoke.map(({ id, src, systemId }) => ({ id, src: sourceName(src), systemId }))),
    transitions: some(transitions.map(chartTransition)),
    states: states.length ? Object.fromEntries(states) : undefined,
  };
}

/** Reads a machine's graph. */
export function chartOf(machine: AnyStateMachine): Chart {
  const delays = Object.entries(machine.implementations.delays ?? {}).map(
    ([name, delay]) => [name, typeof delay === 'number' ? delay : 'computed'] as const,
  );
  return {
    id: machine.id,
    delays: delays.length ? Object.fromEntries(delays) : undefined,
    chart: chartState(toDirectedGraph(machine)),
  };
}
