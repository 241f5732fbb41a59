import type { AnyStateMachine } from 'xstate';
import { actionName, guardName, isUnnamed, sourceName } from '../../scripts/machine-chart/names.ts';
import { stateNodes } from './machine-paths/goals.ts';

type StateNode = AnyStateMachine['root'];

const dotted = /^[a-z]\w*(\.[a-z]\w*)*\.(\*|[a-z]\w*)$/;

function brokenInvokes(node: StateNode): string[] {
  const configured: readonly { id?: string; onError?: unknown }[] = [node.config.invoke ?? []].flat();
  return configured.flatMap((invoke, at) => [
    ...(invoke.id === undefined ? [`${node.id}: invoke ${at} has no id`] : []),
    ...(invoke.onError === undefined ? [`${node.id}: invoke ${invoke.id ?? at} has no onError`] : []),
  ]);
}

function unnamedParts(node: StateNode): string[] {
  const transitions = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
  const actions = [node.config.entry ?? [], node.config.exit ?? [], transitions.flatMap((each) => each.actions)].flat(2);
  const guards = transitions.flatMap(({ guard }) => (guard === undefined ? [] : [guard]));
  return [
    ...(actions.some((action) => isUnnamed(actionName(action))) ? [`${node.id}: an action is not named in setup`] : []),
    ...(guards.some((guard) => isUnnamed(guardName(guard))) ? [`${node.id}: a guard is not named in setup`] : []),
    ...(node.invoke.some(({ src }) => isUnnamed(sourceName(src))) ? [`${node.id}: an actor is not named in setup`] : []),
  ];
}

function brokenEvents(node: StateNode): string[] {
  return Object.keys(node.config.on ?? {})
    .filter((event) => event !== '*' && !(dotted.test(event) || event.startsWith('xstate.')))
    .map((event) => `${node.id}: event "${event}" is not dotted`);
}

function numberedDelays(node: StateNode): string[] {
  return Object.keys(node.config.after ?? {})
    .filter((delay) => !Number.isNaN(Number(delay)))
    .map((delay) => `${node.id}: delay ${delay} has no name`);
}

/**
 * Returns regions that re-enter themselves, which leaves the whole parallel state and restarts the other
 * regions.
 */
function restartedRegions(node: StateNode): string[] {
  const transitions = [...node.transitions.values()].flat();
  return node.parent?.type === 'parallel' && transitions.some(({ reenter }) => reenter)
    ? [`${node.id}: re-enters itself, which restarts the regions beside it`]
    : [];
}

const camelCase = /^[a-z][a-zA-Z]*$/;

/**
 * Other ways for a machine to take the data of an event, as they appear in code, and what to write instead.
 */
const otherWays: readonly [RegExp, string][] = [
  [
    /\bassertEvent\b/,
    'assertEvent: give guards and actions params by theEvent or ({ event }) => …, and invokes their input by enteredBy',
  ],
  [/\bevent\.type\b/, 'event.type is asked: give guards and actions params by theEvent or ({ event }) => …'],
  [
    /\bevent as\b|\bas Extract</,
    'an event is cast: give guards and actions params by theEvent or ({ event }) => …, invokes their input by enteredBy',
  ],
];

/** Returns where a machine or its file departs from the one idiom (CODE-25), one line each. */
export function brokenIdiom(machine: AnyStateMachine, source: string): string[] {
  const delays = Object.keys(machine.implementations.delays ?? {}).filter((name) => !camelCase.test(name));
  const lines = source.split('\n');
  return [
    ...delays.map((name) => `${machine.id}: delay ${name} is not in camelCase`),
    ...otherWays.flatMap(([pattern, words]) =>
      lines.flatMap((line, at) => (pattern.test(line) ? [`${machine.id}, line ${at + 1}: ${words}`] : [])),
    ),
  ];
}

/** Returns where a machine breaks our rules (CODE-4), one line each. */
export function brokenRules(machine: AnyStateMachine): string[] {
  return stateNodes(machine.root).flatMap((node) => [
    ...brokenInvokes(node),
    ...unnamedParts(node),
    ...brokenEvents(node),
    ...numberedDelays(node),
    ...restartedRegions(node),
  ]);
}
