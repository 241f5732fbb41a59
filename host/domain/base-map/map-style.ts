import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import {
  askOutward,
  InnerAddress,
  type MayReachInner,
  type OutwardAnswer,
  type ResolveName,
} from '../../platform/outward/ask-outward.ts';
import { origins as originsIn, stylePlaces, tileSetOrigins } from './style-places.ts';

/** The state of the style at MAP_STYLE_URL. Pages get `url` only while its origins are known. */
export type MapStyle = {
  /** Returns the origins that the page's policy permits besides the host. */
  origins: () => readonly string[];
  /**
   * Returns the style's address, or null and `failed` if the style could not be read. Starts to read an old
   * style again, but waits for that, briefly, only if no read has succeeded yet.
   */
  ask: () => Promise<{ url: string | null; failed: boolean }>;
};

type WriteLine = (details: object, text: string) => void;
type Options = {
  url: string | undefined;
  log: { info: WriteLine; warn: WriteLine };
  /** Decides which private addresses the style may use, besides the server that the operator named. */
  mayReachInner?: MayReachInner;
  resolve?: ResolveName;
  now?: () => number;
  waitMs?: number;
};

const maxBytes = 5 * 1024 * 1024;
/** The most origins of a style: every response of the host lists them all. */
const maxOrigins = 30;
/** The most sources of a style that are read. */
const maxSources = 50;
/** The most redirects to follow. */
const maxHops = 5;
const timeoutMs = 10_000;
/** How long (ms) opening a map waits for a read of the style in progress. */
const waitingMs = 2_000;
/** How long (ms) to wait before the next read, after a failed and after a successful one. */
const againMs = { failed: 30_000, read: 3_600_000 };

/**
 * Reads the style that the operator named, because only the style says which origins it loads from (LAY-8).
 * If it cannot be read, maps are shown without it, and the log says so.
 */
export function openMapStyle(options: Options): MapStyle {
  const { url, log, now = () => performance.now(), waitMs = waitingMs } = options;
  const reach = reachOf(options);
  let origins: readonly string[] = [];
  let looking: Promise<void> | undefined;
  let againAt = 0;

  async function look(address: string): Promise<void> {
    try {
      const found = await originsOf(address, reach);
      if (String(found) !== String(origins))
        log.info({ origins: found }, 'MAP_STYLE_URL was read; pages may load maps from these origins');
      origins = found;
      againAt = now() + againMs.read;
    } catch (error) {
      againAt = now() + againMs.failed;
      const reason = error instanceof Error ? error.message : String(error);
      const from = new URL(address).origin;
      const outcome = origins.length > 0 ? 'it is unchanged' : 'the map is shown without it';
      log.warn({ from, reason }, `the style of MAP_STYLE_URL could not be read: ${outcome}`);
    }
  }

  const lookOnce = (address: string): Promise<void> => (looking ??= look(address).finally(() => (looking = undefined)));
  if (url !== undefined) void lookOnce(url);
  return {
    origins: () => origins,
    async ask() {
      if (url === undefined) return { url: null, failed: false };
      if (looking === undefined && now() >= againAt) void lookOnce(url);
      if (origins.length === 0) await Promise.race([looking, delay(waitMs, undefined, { ref: false })]);
      return { url: origins.length > 0 ? url : null, failed: origins.length === 0 };
    },
  };
}

type Reach = Pick<Parameters<typeof askOutward>[1], 'mayReachInner' | 'resolve'>;

/**
 * The style's own server may be private, because the operator chose it. Other addresses in the style may be
 * private only if `mayReachInner` allows them: anyone may have written the style.
 */
function reachOf({ url, mayReachInner = () => false, resolve }: Options): Reach {
  const own = url === undefined ? undefined : new URL(url).hostname;
  return { mayReachInner: (address, name) => name === own || mayReachInner(address, name), resolve };
}

/**
 * Returns the origins from which a style loads.
 * @throws Error saying what is wrong with the style.
 */
async function originsOf(url: string, reach: Reach): Promise<readonly string[]> {
  const style = await readJson(url, reach);
  const places = stylePlaces(style.document, style.at);
  if (places === undefined) throw new Error('it is not a style of version 8');
  const { sources, tileSets } = places;
  if (sources > maxSources) throw new Error(`it has ${sources} sources; at most ${maxSources} are allowed`);
  const sets = await Promise.all(tileSets.map((address) => readJson(address, reach)));
  const ofSets = sets.flatMap(({ document, at, over }) => [...originsIn(over), ...tileSetOrigins(document, at)]);
  const origins = [...new Set([...originsIn(style.over), ...places.origins, ...ofSets])].toSorted();
  if (origins.length > maxOrigins) throw new Error(`it names ${origins.length} servers, and at most ${maxOrigins} are let in`);
  return origins;
}

/** A document, its final address, and the origins of all addresses requested for it. */
type Read = { document: unknown; at: string; over: readonly string[] };

async function readJson(address: string, reach: Reach): Promise<Read> {
  const signal = AbortSignal.timeout(timeoutMs);
  const over: string[] = [];
  let at = address;
  for (;;) {
    over.push(new URL(at).origin);
    const answer = await ask(at, signal, reach);
    const next = answer.headers.location;
    if (!isLeadingOn(answer) || next === undefined) return { document: documentOf(answer, at), at, over };
    if (over.length > maxHops) throw new Error(`${new URL(address).origin} leads on more than ${maxHops} times`);
    at = nextPlace(next, at);
  }
}

async function ask(at: string, signal: AbortSignal, reach: Reach): Promise<OutwardAnswer> {
  const place = new URL(at).origin;
  const question = { ...reach, headers: { accept: 'application/json', 'accept-encoding': 'gzip' }, signal, maxBytes };
  const answer = await askOutward(new URL(at), question).catch((error: unknown) => {
    const outcome =
      error instanceof InnerAddress ? 'lies within a network, which only the server of MAP_STYLE_URL may use' : 'does not answer';
    throw new Error(`${place} ${outcome}`, { cause: error });
  });
  const isFound = answer.status >= 200 && answer.status < 300;
  if (!isFound && !isLeadingOn(answer)) throw new Error(`${place} answered ${answer.status}`);
  return answer;
}

function isLeadingOn({ status }: OutwardAnswer): boolean {
  return status >= 300 && status < 400;
}

function nextPlace(location: string, at: string): string {
  const next = URL.parse(location, at);
  if (next === null || !/^https?:$/.test(next.protocol))
    throw new Error(`${new URL(at).origin} leads on to no address of the web`);
  return next.href;
}

function documentOf({ headers, body, isCut }: OutwardAnswer, at: string): unknown {
  const place = new URL(at).origin;
  if (isCut) throw new Error(`${place} sends more than ${maxBytes / 1024 / 1024} MB`);
  try {
    const isPacked = headers['content-encoding'] === 'gzip';
    return JSON.parse(String(isPacked ? gunzipSync(body, { maxOutputLength: maxBytes }) : body));
  } catch (error) {
    throw new Error(`${place} sends no JSON`, { cause: error });
  }
}
