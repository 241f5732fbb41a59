/** The name of code written inline instead of in setup. */
const unnamed = 'inline';

function typeOf(value: unknown): string | undefined {
  const hasType = (typeof value === 'object' || typeof value === 'function') && value !== null && 'type' in value;
  return hasType && typeof value.type === 'string' ? value.type : undefined;
}

function isCombined(guard: unknown): guard is { name: string; guards: readonly unknown[] } {
  return typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards);
}

function isStateIn(guard: unknown): guard is { stateValue: unknown } {
  return typeof guard === 'function' && 'stateValue' in guard;
}

/**
 * Returns a guard's name in the chart. `and`, `or`, `not` and `stateIn` are spelled out, and inline code is
 * `inline`.
 */
export function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (isCombined(guard)) return `${guard.name}(${guard.guards.map(guardName).join(', ')})`;
  if (isStateIn(guard)) return `stateIn(${JSON.stringify(guard.stateValue)})`;
  return typeOf(guard) ?? unnamed;
}

/**
 * Returns an action's name in the chart: the kind of XState's own (assign, raise, …), and `inline` for inline
 * code.
 */
export function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  return typeOf(action)?.replace(/^xstate\./, '') ?? unnamed;
}

/** Returns true for the name of inline code. */
export function isUnnamed(name: string): boolean {
  return name === unnamed;
}

/** Returns the name of an actor's source in the chart. XState invents a name for inline logic. */
export function sourceName(src: unknown): string {
  return typeof src === 'string' && !src.startsWith('xstate.invoke.') ? src : unnamed;
}

const wordings: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^xstate\.done\.actor\.(.+)$/, (id) => `${id} done`],
  [/^xstate\.error\.actor\.(.+)$/, (id) => `${id} failed`],
  [/^xstate\.snapshot\.(.+)$/, (id) => `${id} changed`],
  [/^xstate\.done\.state\..+$/, () => 'done'],
  [/^$/, () => 'always'],
];

/** Returns an event's name in the chart. For events that XState raises, that is what happened. */
export function eventName(eventType: string, delay?: string | number): string {
  if (delay !== undefined) return `after ${delay}`;
  for (const [pattern, word] of wordings) {
    const match = pattern.exec(eventType);
    if (match) return word(...match.slice(1));
  }
  return eventType;
}
