/** The addresses in a map style, which the page's policy must permit (LAY-8). */
export type StylePlaces = {
  /** The origins, sorted and unique. */
  readonly origins: readonly string[];
  /** Addresses of documents that describe the tiles of a source, and so contain further addresses. */
  readonly tileSets: readonly string[];
  /** The number of sources. */
  readonly sources: number;
};

/**
 * Kinds of sources whose `url` is the address of a description. For other kinds, it is the address of the
 * data itself.
 */
const withTiles: ReadonlySet<string> = new Set(['vector', 'raster', 'raster-dem']);

/** An origin without characters that a policy interprets: `*` matches any name, `;` begins a rule. */
const plainOrigin = /^https?:\/\/[a-z\d.:[\]-]+$/;

type Loose = Readonly<Record<string, unknown>>;

/**
 * The scheme of a tile archive. Pages read archives in ranges, so an archive is never read as a description.
 */
const packed = /^pmtiles:\/\//;

/**
 * Returns the addresses in a style, resolved against its own address `at`; undefined if the document is no
 * style.
 */
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

/** Returns the origins in a tile set's description. */
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

/** Returns the origins of addresses that can be written in a policy. */
export function origins(all: readonly string[]): string[] {
  return [...new Set(all.map((address) => new URL(address).origin))].filter((origin) => plainOrigin.test(origin)).toSorted();
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
