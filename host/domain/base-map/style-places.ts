/** Where a style of a map is, and all that it names: what the page's policy must let in (LAY-8). */
export type StylePlaces = {
  /** Origins, sorted, each once. */
  readonly origins: readonly string[];
  /** Documents that name further places: the tiles of a source. */
  readonly tileSets: readonly string[];
  /** How many sources it has. */
  readonly sources: number;
};

/** Kinds of sources whose address is that of a description; of all others it is that of what is drawn. */
const withTiles: ReadonlySet<string> = new Set(['vector', 'raster', 'raster-dem']);

/** One whose signs mean themselves in a policy: `*` is whatever name there, and `;` begins another rule. */
const plainOrigin = /^https?:\/\/[a-z\d.:[\]-]+$/;

type Loose = Readonly<Record<string, unknown>>;

/** An archive of tiles that pages read by parts: no document, whatever its name ends with. */
const packed = /^pmtiles:\/\//;

/** What a style names, relative to where it lies; undefined where it is none. */
export function stylePlaces(document: unknown, at: string): StylePlaces | undefined {
  if (!isLoose(document) || document['version'] !== 8 || !isLoose(document['sources'])) return undefined;
  const sources = Object.values(document['sources']).filter(isLoose);
  const described = sources.flatMap(({ type, url }) => (withTiles.has(String(type)) ? [url] : []));
  const tileSets = described.flatMap((url) => (typeof url === 'string' && packed.test(url) ? [] : addresses(url, at)));
  const { sprite, glyphs } = document;
  const sprites = Array.isArray(sprite) ? sprite.map((one: unknown) => (isLoose(one) ? one['url'] : undefined)) : [sprite];
  const named = [...sprites, glyphs, ...sources.flatMap(namedBySource)].flatMap((one) => addresses(one, at));
  return { origins: origins([at, ...named]), tileSets, sources: sources.length };
}

/** The origins of what a tile set's description names. */
export function tileSetOrigins(document: unknown, at: string): readonly string[] {
  return origins([at, ...(isLoose(document) ? namedBySource(document).flatMap((one) => addresses(one, at)) : [])]);
}

function namedBySource({ url, tiles, data, urls }: Loose): unknown[] {
  return [url, data, ...(Array.isArray(tiles) ? (tiles as unknown[]) : []), ...(Array.isArray(urls) ? (urls as unknown[]) : [])];
}

function addresses(value: unknown, at: string): string[] {
  if (typeof value !== 'string') return [];
  const plain = value.replace(packed, '');
  if (!URL.canParse(plain, at)) return [];
  const { protocol, href } = new URL(plain, at);
  return protocol === 'https:' || protocol === 'http:' ? [href] : [];
}

function origins(all: readonly string[]): string[] {
  return [...new Set(all.map((address) => new URL(address).origin))].filter((origin) => plainOrigin.test(origin)).toSorted();
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
