/** A point on the simulation's flat map: kilometres east (`x`) and north (`y`) of the river's first point. */
export type Point = { x: number; y: number };
export type Coordinates = { latitude: number; longitude: number };

/** A river as a line of points from its source downstream, with the river kilometre of each. */
export type River = { origin: Coordinates; points: readonly Point[]; kmAt: readonly number[]; length: number };

const kmPerDegree = 111.2;

/** Creates a river from its bends: at least two, with no two neighbours at the same place. */
export function makeRiver(bends: readonly Coordinates[]): River {
  const origin = bends[0];
  if (origin === undefined || bends.length < 2) throw new RangeError('A river needs at least two bends');
  const points = bends.map((bend) => toPoint(origin, bend));
  const kmAt = [0];
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1] as Point, points[i] as Point];
    const span = Math.hypot(to.x - from.x, to.y - from.y);
    if (span === 0) throw new RangeError(`The river's bends ${i} and ${i + 1} are at the same place`);
    kmAt.push((kmAt[i - 1] as number) + span);
  }
  return { origin, points, kmAt, length: kmAt.at(-1) as number };
}

/**
 * Returns the point at river kilometre `km`, `aside` kilometres from its line (positive: to the left bank).
 */
export function alongRiver(river: River, km: number, aside: number): Point {
  const clamped = Math.min(river.length, Math.max(0, km));
  let i = 1;
  while (i < river.points.length - 1 && (river.kmAt[i] as number) < clamped) i++;
  const [from, to] = [river.points[i - 1] as Point, river.points[i] as Point];
  const span = (river.kmAt[i] as number) - (river.kmAt[i - 1] as number);
  const part = (clamped - (river.kmAt[i - 1] as number)) / span;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return { x: from.x + dx * part - (dy / span) * aside, y: from.y + dy * part + (dx / span) * aside };
}

/** Converts coordinates to the flat map, accurate to a few metres over the tens of kilometres of a study. */
export function toPoint(origin: Coordinates, at: Coordinates): Point {
  const east = kmPerDegree * Math.cos((origin.latitude * Math.PI) / 180);
  return { x: (at.longitude - origin.longitude) * east, y: (at.latitude - origin.latitude) * kmPerDegree };
}

/** Converts a point back to coordinates with five decimals (about a metre). */
export function toCoordinates(origin: Coordinates, point: Point): Coordinates {
  const east = kmPerDegree * Math.cos((origin.latitude * Math.PI) / 180);
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return { latitude: round(origin.latitude + point.y / kmPerDegree), longitude: round(origin.longitude + point.x / east) };
}
