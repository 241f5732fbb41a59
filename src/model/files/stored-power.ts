/**
 * Decimal digits of 32-bit floats: numbers with up to 6 digits are always stored as different values, and 9
 * digits always suffice to identify a stored value.
 */
const [surelyKept, surelyEnough] = [6, 9];

/** Returns the number with the fewest digits that is stored as the same 32-bit float as `power` (dBm). */
export function storedPower(power: number): number {
  const stored = Math.fround(power);
  for (let digits = surelyKept; digits < surelyEnough; digits++) {
    const value = Number(stored.toPrecision(digits));
    if (Math.fround(value) === stored) return value;
  }
  return Number(stored.toPrecision(surelyEnough));
}
