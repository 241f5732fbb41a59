/** A frame that took longer was late: two of a screen that shows 60 a second, in ms. */
const lateMs = 34;
/** One that took no longer was in time. */
const timelyMs = 20;
/** How many frames say how fast a map is drawn. */
const sampled = 6;

/** How finely a moving map is drawn: with all of the screen's pixels, or with half as many each way. */
export type Fineness = 'fine' | 'coarse';

/**
 * How finely to draw while the map moves (MAP-12), by how long the last frames took, in ms, the newest last:
 * coarsely once most of the last six were late, and finely again once all of them were in time.
 */
export function finenessAfter(before: Fineness, frames: readonly number[]): Fineness {
  const last = frames.slice(-sampled);
  if (last.length < sampled) return before;
  if (before === 'coarse') return last.every((ms) => ms <= timelyMs) ? 'fine' : 'coarse';
  return last.filter((ms) => ms > lateMs).length > sampled / 2 ? 'coarse' : 'fine';
}
