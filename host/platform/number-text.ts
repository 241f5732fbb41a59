/** A number written in digits, or null: no blanks, no hexadecimal, nothing infinite. */
export function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d{1,3})?$/.test(text) ? Number(text) : null;
}

/** A whole number from `min` to `max` written in digits, or null. */
export function wholeIn(text: string | undefined, min: number, max: number): number | null {
  const value = numberIn(text);
  return value !== null && Number.isInteger(value) && value >= min && value <= max ? value : null;
}
