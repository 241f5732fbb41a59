/** 32 bits keep every number of 6 digits apart, and 9 digits are always enough to name a value. */
const [surelyKept, surelyEnough] = [6, 9];

/** Returns a power (dBm) as stored in 32 bits: the number with the fewest digits for that value. */
export function storedPower(power: number): number {
  const stored = Math.fround(power);
  for (let digits = surelyKept; digits < surelyEnough; digits++) {
    const value = Number(stored.toPrecision(digits));
    if (Math.fround(value) === stored) return value;
  }
  return Number(stored.toPrecision(surelyEnough));
}
