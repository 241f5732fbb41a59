import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { FailureError } from '../../model/contract/failure.ts';
import { type Ask, type DetailStyle, detailPrefix } from '../../model/map/map-detail.ts';
import { accepted, refused, type Result } from '../../model/result.ts';

/** Loads the style of MAP_STYLE_URL (LAY-8). Rejects with a `FailureError`. */
export async function loadMapStyle(ask: Ask, url: string): Promise<DetailStyle> {
  const { document, at } = await documentAt(ask, url);
  const style = detailStyle(document, at);
  if (!style.ok) throw new FailureError({ kind: 'invalidPayload', issues: [style.reason] });
  return style.value;
}

async function documentAt(ask: Ask, url: string): Promise<{ document: unknown; at: string }> {
  try {
    const response = await ask(url);
    return { document: response.ok ? ((await response.json()) as unknown) : undefined, at: response.url };
  } catch (cause) {
    throw new FailureError({ kind: 'network' }, { cause });
  }
}

/**
 * Converts a style of version 8 from address `at` into a part of the map. Its names get a prefix to differ
 * from the map's own, and relative addresses become absolute. Sky, light, terrain and globe are left out,
 * because this map is never tilted.
 */
function detailStyle(document: unknown, at: string): Result<DetailStyle> {
  if (!isStyle(document)) return refused('It is no style of version 8');
  const { sources, layers, sprite, glyphs } = document;
  return accepted({
    sources: Object.fromEntries(Object.entries(sources).map(([id, source]) => [`${detailPrefix}${id}`, inFull(source, at)])),
    layers: layers.map((layer) => ({
      ...layer,
      id: `${detailPrefix}${layer.id}`,
      ...('source' in layer ? { source: `${detailPrefix}${layer.source}` } : {}),
    })) as LayerSpecification[],
    sprite: typeof sprite === 'string' ? address(sprite, at) : sprite?.map(({ id, url }) => ({ id, url: address(url, at) })),
    glyphs: glyphs === undefined ? undefined : address(glyphs, at),
    isWhole: true,
  });
}

function isStyle(document: unknown): document is StyleSpecification {
  return (
    typeof document === 'object' &&
    document !== null &&
    'version' in document &&
    document.version === 8 &&
    'sources' in document &&
    typeof document.sources === 'object' &&
    document.sources !== null &&
    'layers' in document &&
    Array.isArray(document.layers)
  );
}

function inFull(source: SourceSpecification, at: string): SourceSpecification {
  const given: Record<string, unknown> = { ...source };
  for (const name of ['url', 'data']) if (typeof given[name] === 'string') given[name] = address(given[name], at);
  for (const name of ['tiles', 'urls']) {
    const all = given[name];
    if (Array.isArray(all)) given[name] = all.map((one) => (typeof one === 'string' ? address(one, at) : (one as unknown)));
  }
  return given as SourceSpecification;
}

/** Makes an address absolute; the braces of templates are kept. */
function address(text: string, at: string): string {
  const [, packed = '', plain = ''] = /^(pmtiles:\/\/)?(.*)$/s.exec(text) ?? [];
  if (!URL.canParse(plain, at)) return text;
  return packed + new URL(plain, at).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
}
