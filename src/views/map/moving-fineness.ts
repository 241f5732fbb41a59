import type { Map as MapLibreMap } from 'maplibre-gl';
import { finenessAfter, type Fineness } from '../../model/map/frame-pace.ts';

/** A map let be for so long is at rest: the notches of a wheel come one by one. */
const restMs = 200;
/** No more frames are kept than say how fast it goes. */
const keptFrames = 12;

/** Draws a map coarsely while it moves where it would stutter, and finely where it rests (MAP-12). */
export class MovingFineness {
  readonly #map: MapLibreMap;
  /** What the next movement begins with: a machine that was slow is slow. */
  #next: Fineness = 'fine';
  #drawn: Fineness = 'fine';
  #frames: number[] = [];
  #asked: number | null = null;
  /** When the frame began at which it was found to move no more, in ms; null while it moves. */
  #restsSince: number | null = null;

  constructor(map: MapLibreMap) {
    this.#map = map;
    map.on('movestart', () => this.#begin());
  }

  end(): void {
    if (this.#asked !== null) cancelAnimationFrame(this.#asked);
    this.#asked = null;
  }

  #begin(): void {
    if (this.#asked !== null) return;
    this.#frames = [];
    this.#restsSince = null;
    let last: number | null = null;
    const frame = (now: number): void => {
      this.#asked = requestAnimationFrame(frame);
      const isMoving = this.#map.isMoving();
      // What it takes at rest says nothing of a movement.
      if (last !== null && isMoving) this.#note(now - last);
      last = now;
      if (isMoving) this.#restsSince = null;
      else if (now - (this.#restsSince ??= now) >= restMs) this.#stop();
    };
    this.#asked = requestAnimationFrame(frame);
  }

  #note(ms: number): void {
    this.#frames = [...this.#frames.slice(1 - keptFrames), ms];
    this.#next = finenessAfter(this.#next, this.#frames);
    // Only from fine to coarse: back and forth within one movement would be seen.
    if (this.#next === 'coarse') this.#draw('coarse');
  }

  #stop(): void {
    this.end();
    this.#draw('fine');
  }

  #draw(fineness: Fineness): void {
    if (fineness === this.#drawn) return;
    this.#drawn = fineness;
    // By its types the library takes no null, though that is how it is said to follow the screen again.
    this.#map.setPixelRatio(fineness === 'coarse' ? devicePixelRatio / 2 : (null as never));
  }
}
