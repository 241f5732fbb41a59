/**
 * Returns `next`, but takes every part that equals the same part of `previous` from `previous`. A view that
 * compares identities (JRN-7: table rows) then redraws only what changed. For plain values: arrays, records,
 * primitives.
 */
export function share<T>(previous: T, next: T): T {
  return shareValue(previous, next) as T;
}

function shareValue(previous: unknown, next: unknown): unknown {
  if (Object.is(previous, next)) return previous;
  if (Array.isArray(previous) && Array.isArray(next)) return shareArray(previous, next);
  if (isRecord(previous) && isRecord(next)) return shareRecord(previous, next);
  return next;
}

function shareArray(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  let shared: unknown[] | undefined;
  let same = previous.length === next.length;
  for (let at = 0; at < next.length; at += 1) {
    const value = shareValue(previous[at], next[at]);
    if (!Object.is(value, next[at])) (shared ??= [...next])[at] = value;
    if (!Object.is(value, previous[at])) same = false;
  }
  return same ? previous : (shared ?? next);
}

function shareRecord(previous: Record<string, unknown>, next: Record<string, unknown>): Record<string, unknown> {
  let shared: Record<string, unknown> | undefined;
  const keys = Object.keys(next);
  let same = Object.keys(previous).length === keys.length;
  for (const key of keys) {
    if (!Object.hasOwn(previous, key)) {
      same = false;
      continue;
    }
    const value = shareValue(previous[key], next[key]);
    if (!Object.is(value, next[key])) (shared ??= { ...next })[key] = value;
    if (!Object.is(value, previous[key])) same = false;
  }
  return same ? previous : (shared ?? next);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
