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
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(map: MapLibreMap) {
    this.#map = map;
    map.on('movestart', () => this.#begin());
    map.on('moveend', () => {
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => this.#stop(), restMs);
    });
  }

  end(): void {
    clearTimeout(this.#rest);
    if (this.#asked !== null) cancelAnimationFrame(this.#asked);
    this.#asked = null;
  }

  #begin(): void {
    clearTimeout(this.#rest);
    if (this.#asked !== null) return;
    this.#frames = [];
    let last: number | null = null;
    const frame = (now: number): void => {
      this.#asked = requestAnimationFrame(frame);
      if (last !== null) this.#frames = [...this.#frames.slice(1 - keptFrames), now - last];
      last = now;
      this.#next = finenessAfter(this.#next, this.#frames);
      // Only from fine to coarse: back and forth within one movement would be seen.
      if (this.#next === 'coarse') this.#draw('coarse');
    };
    this.#asked = requestAnimationFrame(frame);
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
