/** A measured value, and when. */
export type SlopePoint = { hours: number; value: number };

/** The growth in an hour, and its standard error. */
export type Slope = { perHour: number; error: number };

/** Fits a least-squares line through the points; fewer than three give no slope. */
export function slopeOf(points: readonly SlopePoint[]): Slope {
  const mean = (of: (point: SlopePoint) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [middle, level] = [mean(({ hours }) => hours), mean(({ value }) => value)];
  const spread = points.reduce((sum, { hours }) => sum + (hours - middle) ** 2, 0);
  if (points.length < 3 || spread === 0) return { perHour: 0, error: Number.POSITIVE_INFINITY };
  const perHour = points.reduce((sum, { hours, value }) => sum + (hours - middle) * (value - level), 0) / spread;
  const missed = points.reduce((sum, { hours, value }) => sum + (value - level - perHour * (hours - middle)) ** 2, 0);
  return { perHour, error: Math.sqrt(missed / (points.length - 2) / spread) };
}

/** Returns whether growth certainly exceeds `most`: a difference within twice the error may be chance. */
export function growsFaster({ perHour, error }: Slope, most: number): boolean {
  return perHour - 2 * error > most;
}
