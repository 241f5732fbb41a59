/**
 * The result of reading something: its value, or the reason why it is invalid (CODE-29, CODE-23). A reader
 * never throws. `Reason` is a sentence by default.
 */
export type Result<Value, Reason = string> = { ok: true; value: Value } | { ok: false; reason: Reason };

export function accepted<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function refused<Reason>(reason: Reason): { ok: false; reason: Reason } {
  return { ok: false, reason };
}
