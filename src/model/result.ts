/** What reading something came to: its value, or the reason why there is none (CODE-21). Readers of the model never throw. */
export type Result<Value, Reason = string> = { ok: true; value: Value } | { ok: false; reason: Reason };
