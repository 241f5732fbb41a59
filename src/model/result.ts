/**
 * What reading something came to: its value, or the reason why there is none (CODE-29, CODE-23). A reader
 * never throws. `Reason` is a sentence unless it is said otherwise.
 */
export type Result<Value, Reason = string> = { ok: true; value: Value } | { ok: false; reason: Reason };

export function accepted<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function refused<Reason>(reason: Reason): { ok: false; reason: Reason } {
  return { ok: false, reason };
}
