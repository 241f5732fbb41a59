import { setTimeout as delay } from 'node:timers/promises';
import { stylePlaces, tileSetOrigins } from './style-places.ts';

/** How the style of MAP_STYLE_URL stands; `url` is told to pages only while its origins are known. */
export type MapStyle = {
  /** What the page's policy lets in besides the host. */
  origins: () => readonly string[];
  /** Looks again where that was long ago, though not at every question; waits for no server for long. */
  ask: () => Promise<{ url: string | null; failed: boolean }>;
};

type WriteLine = (details: object, text: string) => void;
type Options = { url: string | undefined; log: { info: WriteLine; warn: WriteLine }; now?: () => number; waitMs?: number };

const maxBytes = 5 * 1024 * 1024;
/** Each answer of the host names them all. */
const maxOrigins = 30;
/** The most sources of a style that are looked at. */
const maxSources = 50;
/** So many answers may lead on to another place. */
const maxHops = 5;
const patienceMs = 10_000;
/** A map that is opened waits so long (ms) for a look that is under way. */
const waitingMs = 2_000;
/** How long a failure is believed, and what was read. */
const againMs = { failed: 30_000, read: 3_600_000 };

/**
 * Reads the style that the operator named, as only the style itself says from where it loads (LAY-8). Where
 * it cannot be read the map goes without, and the log says so.
 */
export function openMapStyle({ url, log, now = () => performance.now(), waitMs = waitingMs }: Options): MapStyle {
  let origins: readonly string[] = [];
  let looking: Promise<void> | undefined;
  let againAt = 0;

  async function look(address: string): Promise<void> {
    try {
      const found = await originsOf(address);
      if (String(found) !== String(origins))
        log.info({ origins: found }, 'the style of MAP_STYLE_URL is read: pages may load maps from these origins');
      origins = found;
      againAt = now() + againMs.read;
    } catch (error) {
      againAt = now() + againMs.failed;
      const reason = error instanceof Error ? error.message : String(error);
      const from = new URL(address).origin;
      const outcome = origins.length > 0 ? 'it stands as it was' : 'the map is shown without it';
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

/** @throws Error saying what is wrong with it. */
async function originsOf(url: string): Promise<readonly string[]> {
  const style = await readJson(url);
  const places = stylePlaces(style.document, style.at);
  if (places === undefined) throw new Error('it is no style of version 8');
  const { sources, tileSets } = places;
  if (sources > maxSources) throw new Error(`it has ${sources} sources, and at most ${maxSources} are looked at`);
  const sets = await Promise.all(tileSets.map((address) => readJson(address)));
  const ofSets = sets.flatMap(({ document, at, over }) => [...over, ...tileSetOrigins(document, at)]);
  const origins = [...new Set([...style.over, ...places.origins, ...ofSets])].toSorted();
  if (origins.length > maxOrigins) throw new Error(`it names ${origins.length} servers, and at most ${maxOrigins} are let in`);
  return origins;
}

/** A document, where it was found in the end, and the origins of all places that were asked for it. */
type Read = { document: unknown; at: string; over: readonly string[] };

async function readJson(address: string): Promise<Read> {
  const signal = AbortSignal.timeout(patienceMs);
  const over: string[] = [];
  let at = address;
  for (;;) {
    over.push(new URL(at).origin);
    const answer = await ask(at, signal);
    const next = answer.headers.get('location');
    if (!isLeadingOn(answer) || next === null) return { document: await documentOf(answer, at), at, over };
    await answer.body?.cancel();
    if (over.length > maxHops) throw new Error(`${new URL(address).origin} leads on more than ${maxHops} times`);
    at = nextPlace(next, at);
  }
}

async function ask(at: string, signal: AbortSignal): Promise<Response> {
  const place = new URL(at).origin;
  const answer = await fetch(at, { signal, redirect: 'manual' }).catch((error: unknown) => {
    throw new Error(`${place} does not answer`, { cause: error });
  });
  if (!answer.ok && !isLeadingOn(answer)) throw new Error(`${place} answered ${answer.status}`);
  return answer;
}

function isLeadingOn({ status }: Response): boolean {
  return status >= 300 && status < 400;
}

function nextPlace(location: string, at: string): string {
  const next = URL.parse(location, at);
  if (next === null || !/^https?:$/.test(next.protocol))
    throw new Error(`${new URL(at).origin} leads on to no address of the web`);
  return next.href;
}

async function documentOf(answer: Response, at: string): Promise<unknown> {
  const place = new URL(at).origin;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`${place} sends more than ${maxBytes / 1024 / 1024} MB`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (error) {
    throw new Error(`${place} sends no JSON`, { cause: error });
  }
}
