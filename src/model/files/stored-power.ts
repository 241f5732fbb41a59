/** Every number of so many digits, and no fewer, differs from its neighbours in 32 bits. */
const [surelyKept, surelyEnough] = [6, 9];

/** A power (dBm) as it is stored, in 32 bits: the number with the fewest digits that names it. */
export function storedPower(power: number): number {
  const stored = Math.fround(power);
  for (let digits = surelyKept; digits < surelyEnough; digits++) {
    const value = Number(stored.toPrecision(digits));
    if (Math.fround(value) === stored) return value;
  }
  return Number(stored.toPrecision(surelyEnough));
}
