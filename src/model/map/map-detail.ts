import type { LayerSpecification, SourceSpecification, SpriteSpecification } from 'maplibre-gl';

/** What the operator set to lie under the pins besides land and countries (LAY-7, LAY-8). */
export type MapDetail = {
  /** The address of an archive of tiles. */
  readonly archive: string | null;
  /** Reads the style; rejects where it does not come. */
  readonly readStyle: (() => Promise<DetailStyle>) | null;
  /** A style is set, and the host cannot read it. */
  readonly styleFailed: boolean;
  /** Asks for a part of the style. */
  readonly ask: Ask;
};

/** A request of the page itself. */
export type Ask = (url: string, signal?: AbortSignal) => Promise<Response>;

/** True where there is something to draw, or to say. */
export function hasDetail({ archive, readStyle, styleFailed }: MapDetail): boolean {
  return archive !== null || readStyle !== null || styleFailed;
}

/** What of a style is drawn under the pins: its sources and layers, under names that nothing else has. */
export type DetailStyle = {
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  readonly layers: readonly LayerSpecification[];
  readonly sprite: SpriteSpecification | undefined;
  readonly glyphs: string | undefined;
  /** True where it covers the land and countries that come with the page. */
  readonly isWhole: boolean;
};

/** Parts of the map whose names begin so are those of the detail. */
export const detailPrefix = 'detail ';

/** An attribution as plain text: it may hold marks, which this map does not take from strangers. */
export function creditText(attribution: string): string {
  return attribution
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&copy;|&#169;/g, '©')
    .replaceAll('&amp;', '&')
    .trim();
}
