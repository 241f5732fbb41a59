/**
 * What reading something from outside came to: the value, or why there is none, for whoever sent it
 * (CODE-24). `Reason` is a sentence unless it is said otherwise.
 */
export type Result<Value, Reason = string> = { ok: true; value: Value } | { ok: false; reason: Reason };

export function accepted<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function refused<Reason>(reason: Reason): { ok: false; reason: Reason } {
  return { ok: false, reason };
}
