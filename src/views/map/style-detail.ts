import { addProtocol, type Map as MapLibreMap } from 'maplibre-gl';
import type { DetailStyle, MapDetail } from '../../model/map/map-detail.ts';

/** The prefix of addresses that the page requests instead of a worker. */
const byPage = 'page://';

/**
 * Returns the style of MAP_STYLE_URL for a map (LAY-8). Rejects if it cannot be read. The page requests the
 * style's tiles, not a worker: a worker has the policy of allowed servers from when its file was fetched,
 * which may be before the style was configured.
 */
export async function styleDetail(
  readStyle: () => Promise<DetailStyle>,
  ask: MapDetail['ask'],
  map: MapLibreMap,
): Promise<DetailStyle> {
  const style = await readStyle();
  if (Object.values(style.sources).some((source) => 'url' in source && source.url?.startsWith('pmtiles:') === true))
    await import('./archive-detail.ts');
  addProtocol('page', async ({ url, type }, { signal }) => {
    const response = await ask(url.slice(byPage.length), signal);
    if (!response.ok) throw new Error(`The server of the style answered ${response.status}`);
    return { data: type === 'json' ? ((await response.json()) as object) : await response.arrayBuffer() };
  });
  map.setTransformRequest((asked, kind) => ({
    url: (kind === 'Tile' || kind === 'Source') && /^https?:/.test(asked) ? byPage + asked : asked,
  }));
  return style;
}
