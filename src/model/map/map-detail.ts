import type { LayerSpecification, SourceSpecification, SpriteSpecification } from 'maplibre-gl';

/**
 * What the operator configured to be drawn below the pins, in addition to land and countries (LAY-7, LAY-8).
 */
export type MapDetail = {
  /** The address of an archive of map tiles. */
  readonly archive: string | null;
  /** Reads the style; rejects if it does not load. */
  readonly readStyle: (() => Promise<DetailStyle>) | null;
  /** True if a style is configured that the host cannot read. */
  readonly styleFailed: boolean;
  /** Requests a part of the style. */
  readonly ask: Ask;
};

/** Sends a request on behalf of the page. */
export type Ask = (url: string, signal?: AbortSignal) => Promise<Response>;

/** Returns true if there is anything to draw or to report. */
export function hasDetail({ archive, readStyle, styleFailed }: MapDetail): boolean {
  return archive !== null || readStyle !== null || styleFailed;
}

/** The drawn part of a style: its sources and layers, under unique names. */
export type DetailStyle = {
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  readonly layers: readonly LayerSpecification[];
  readonly sprite: SpriteSpecification | undefined;
  readonly glyphs: string | undefined;
  /** True if the style covers the land and countries that come with the page. */
  readonly isWhole: boolean;
};

/** The prefix of the names of all sources and layers of a detail style. */
export const detailPrefix = 'detail ';

/** Returns an attribution as plain text: the map accepts no markup from other servers. */
export function creditText(attribution: string): string {
  return attribution
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&copy;|&#169;/g, '©')
    .replaceAll('&amp;', '&')
    .trim();
}
