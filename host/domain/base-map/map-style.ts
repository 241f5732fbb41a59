import { stylePlaces, tileSetOrigins } from './style-places.ts';

/** How the style of MAP_STYLE_URL stands; `url` is told to pages only while its origins are known. */
export type MapStyle = {
  /** What the page's policy lets in besides the host. */
  origins: () => readonly string[];
  /** Looks again where it could not be read before, though not at every question. */
  ask: () => Promise<{ url: string | null; failed: boolean }>;
};

type WriteLine = (details: object, text: string) => void;
type Options = { url: string | undefined; log: { info: WriteLine; warn: WriteLine }; now?: () => number };

const maxBytes = 5 * 1024 * 1024;
/** Each answer of the host names them all. */
const maxOrigins = 30;
const patienceMs = 10_000;
/** How long a failure is believed. */
const againMs = 30_000;

/**
 * Reads the style that the operator named, as only the style itself says from where it loads (LAY-8). Where
 * it cannot be read the map goes without, and the log says so.
 */
export function openMapStyle({ url, log, now = () => performance.now() }: Options): MapStyle {
  let origins: readonly string[] = [];
  let looking: Promise<void> | undefined;
  let failedAt: number | undefined;

  async function look(address: string): Promise<void> {
    try {
      origins = await originsOf(address);
      failedAt = undefined;
      log.info({ origins }, 'the style of MAP_STYLE_URL is read: pages may load maps from these origins');
    } catch (error) {
      failedAt = now();
      const reason = error instanceof Error ? error.message : String(error);
      const from = new URL(address).origin;
      log.warn({ from, reason }, 'the style of MAP_STYLE_URL could not be read: the map is shown without it');
    }
  }

  const lookOnce = (address: string): Promise<void> => (looking ??= look(address).finally(() => (looking = undefined)));
  if (url !== undefined) void lookOnce(url);
  return {
    origins: () => origins,
    async ask() {
      if (url === undefined) return { url: null, failed: false };
      if (looking !== undefined || (failedAt !== undefined && now() - failedAt >= againMs)) await lookOnce(url);
      return { url: origins.length > 0 ? url : null, failed: origins.length === 0 };
    },
  };
}

/** @throws Error saying what is wrong with it. */
async function originsOf(url: string): Promise<readonly string[]> {
  const style = await readJson(url);
  const places = stylePlaces(style.document, style.at);
  if (places === undefined) throw new Error('it is no style of version 8');
  const sets = await Promise.all(places.tileSets.map((address) => readJson(address)));
  const ofSets = sets.flatMap(({ document, at }) => tileSetOrigins(document, at));
  const origins = [...new Set([new URL(url).origin, ...places.origins, ...ofSets])].toSorted();
  if (origins.length > maxOrigins) throw new Error(`it names ${origins.length} servers, and at most ${maxOrigins} are let in`);
  return origins;
}

async function readJson(address: string): Promise<{ document: unknown; at: string }> {
  const place = new URL(address).origin;
  const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) }).catch((error: unknown) => {
    throw new Error(`${place} does not answer`, { cause: error });
  });
  if (!answer.ok) throw new Error(`${place} answered ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`${place} sends more than ${maxBytes / 1024 / 1024} MB`);
    chunks.push(chunk);
  }
  try {
    return { document: JSON.parse(Buffer.concat(chunks).toString()), at: answer.url };
  } catch (error) {
    throw new Error(`${place} sends no JSON`, { cause: error });
  }
}
