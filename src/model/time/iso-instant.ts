const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
/** Digits of a fraction beyond milliseconds, which not every browser can read. */
const beyondMs = /(\.\d{3})\d+/;

/**
 * Returns the instant (ms since 1970) of an ISO 8601 time with its offset; NaN for another text, or a day
 * that does not exist (30 February).
 */
export function isoInstant(text: string): number {
  return pattern.test(text) && isDate(text.slice(0, 10)) ? Date.parse(text.replace(beyondMs, '$1')) : Number.NaN;
}

/** Returns true for a day that exists. Browsers read 30 February as 2 March. */
function isDate(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the instant (ms since 1970) that an address names; undefined for none. */
export function instantIn(text: string): number | undefined {
  const ts = isoInstant(text);
  return Number.isNaN(ts) || ts < 0 ? undefined : ts;
}

/** Writes an instant (ms since 1970) for an address, without needless decimals. */
export function instantText(ts: number): string {
  return new Date(ts).toISOString().replace('.000Z', 'Z');
}
