import { DARK, layers, LIGHT } from '@protomaps/basemaps';
import { addProtocol } from 'maplibre-gl';
import { PMTiles, Protocol } from 'pmtiles';
import type { Scheme } from '../../model/live/palette.ts';
import { type DetailStyle, detailPrefix } from '../../model/map/map-detail.ts';
import { mapColours } from './map-colours.ts';

const protocol = new Protocol();
addProtocol('pmtiles', protocol.tile);

const source = `${detailPrefix}archive`;
/**
 * Layers of the archive that are left out: they need pictures, which are not requested, or the map draws them
 * itself.
 */
const leftOut: ReadonlySet<string> = new Set(['background', 'roads_oneway', 'roads_shields', 'pois', 'places_country']);
const fonts = { regular: 'sans-serif', bold: 'sans-serif', italic: 'sans-serif' };

/**
 * Returns the archive of MAP_PMTILES as a style in a scheme's colours (LAY-7). Land and water have the map's
 * own colours, because the map continues beyond the archive. Rejects if the archive cannot be read.
 */
export async function archiveDetail(href: string, scheme: Scheme): Promise<DetailStyle> {
  const archive = protocol.get(href) ?? new PMTiles(href);
  await archive.getHeader();
  protocol.add(archive);
  const { land, water, text, halo } = mapColours[scheme];
  const flavor = {
    ...{ light: LIGHT, dark: DARK }[scheme],
    ...fonts,
    earth: land,
    water,
    ocean_label: text,
    city_label: text,
    city_label_halo: halo,
  };
  return {
    sources: {
      [source]: { type: 'vector', url: `pmtiles://${href}`, attribution: 'Protomaps © OpenStreetMap' },
    },
    layers: layers(source, flavor, { lang: 'en' })
      .filter(({ id }) => !leftOut.has(id))
      .map((layer) => {
        const { 'icon-image': _, ...layout } = { ...layer.layout } as Record<string, unknown>;
        return { ...layer, id: `${detailPrefix}${layer.id}`, layout } as DetailStyle['layers'][number];
      }),
    sprite: undefined,
    glyphs: undefined,
    isWhole: false,
  };
}
