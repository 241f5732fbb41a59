import type { Map as MapLibreMap, MapSourceDataEvent, SpriteSpecification } from 'maplibre-gl';
import type { Scheme } from '../../model/live/palette.ts';
import { creditText, type DetailStyle, detailPrefix, type MapDetail } from '../../model/map/map-detail.ts';

/** The state of the operator's base map. */
export type DetailReport = {
  /** The attributions of what is drawn. */
  readonly credits: readonly string[];
  /** True if the configured style or archive did not load. */
  readonly isLost: boolean;
  /** True if the base map replaces land and countries. */
  readonly isWhole: boolean;
};

/**
 * Draws the operator's base map (LAY-7, LAY-8) on a MapLibre map, under the layer named `above`: the style,
 * or the archive if there is no style or it does not load. A style that replaces the land hides the layers in
 * `covered`.
 */
export class DetailPainter {
  readonly #map: MapLibreMap;
  readonly #above: string;
  readonly #covered: readonly string[];
  readonly #report: (report: DetailReport) => void;
  #asked = 0;
  #isLost = false;
  #drawn: DetailStyle | null = null;
  /**
   * Sources that have loaded a tile. If such a source fails later, the base map stays, with a part missing.
   */
  readonly #came = new Set<string>();

  constructor(map: MapLibreMap, above: string, covered: readonly string[], report: (report: DetailReport) => void) {
    this.#map = map;
    this.#above = above;
    this.#covered = covered;
    this.#report = report;
    map.on('error', (event) => this.#miss(event));
    map.on('sourcedata', (event) => this.#note(event));
  }

  /** Draws the base map in the colours of a scheme. */
  async draw(detail: MapDetail, scheme: Scheme): Promise<void> {
    const asked = ++this.#asked;
    this.#isLost = detail.styleFailed;
    for (const open of this.#waysTo(detail, scheme)) {
      const style = await open().catch(() => null);
      if (asked !== this.#asked) return;
      this.#replace(style);
      if (style !== null) break;
      this.#isLost = true;
    }
    this.#reportNow();
  }

  /** Stops drawing: what loads from now on is ignored. */
  end(): void {
    this.#asked++;
  }

  #waysTo({ readStyle, ask, archive }: MapDetail, scheme: Scheme): (() => Promise<DetailStyle>)[] {
    return [
      ...(readStyle === null ? [] : [async () => (await import('./style-detail.ts')).styleDetail(readStyle, ask, this.#map)]),
      ...(archive === null ? [] : [async () => (await import('./archive-detail.ts')).archiveDetail(archive, scheme)]),
    ];
  }

  #replace(style: DetailStyle | null): void {
    const [map, before] = [this.#map, this.#drawn];
    for (const { id } of before?.layers ?? []) map.removeLayer(id);
    for (const id of Object.keys(before?.sources ?? {})) map.removeSource(id);
    this.#came.clear();
    this.#drawn = style;
    if (style?.glyphs !== before?.glyphs) map.setGlyphs(style?.glyphs);
    if (before?.sprite !== undefined) map.setSprite(null);
    for (const { id, url } of spritesOf(style?.sprite)) map.addSprite(id, url);
    for (const [id, source] of Object.entries(style?.sources ?? {})) map.addSource(id, source);
    for (const layer of style?.layers ?? []) map.addLayer(layer, this.#above);
    for (const id of this.#covered) map.setLayoutProperty(id, 'visibility', style?.isWhole === true ? 'none' : 'visible');
  }

  /** Removes the base map if one of its sources fails before its first tile. */
  #miss(event: object): void {
    if (!('sourceId' in event) || typeof event.sourceId !== 'string') return;
    if (!event.sourceId.startsWith(detailPrefix) || this.#drawn === null || this.#came.has(event.sourceId)) return;
    this.#replace(null);
    this.#isLost = true;
    this.#reportNow();
  }

  #note({ sourceId, tile, sourceDataType }: MapSourceDataEvent): void {
    if (!sourceId.startsWith(detailPrefix)) return;
    if (tile !== undefined) this.#came.add(sourceId);
    // The source's metadata has arrived, and with it its attribution.
    else if (sourceDataType === 'metadata') this.#reportNow();
  }

  #reportNow(): void {
    const sources = Object.keys(this.#drawn?.sources ?? {});
    const credits = sources.map((id) => creditText(this.#map.getSource(id)?.attribution ?? ''));
    this.#report({
      credits: [...new Set(credits)].filter((credit) => credit !== ''),
      isLost: this.#isLost,
      isWhole: this.#drawn?.isWhole === true,
    });
  }
}

/** Returns the sprites with their names. A single one is the default and needs no name. */
function spritesOf(sprite: SpriteSpecification | undefined): readonly { id: string; url: string }[] {
  if (sprite === undefined) return [];
  return typeof sprite === 'string' ? [{ id: 'default', url: sprite }] : sprite;
}
