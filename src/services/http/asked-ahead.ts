/** How long a question that was asked ahead may take, in ms: as long as any call. */
const aheadTimeoutMs = 30_000;

/** How long an answer that was asked for ahead is good for, in ms: what it says may have changed since. */
export const aheadGoodForMs = 30_000;

/** A question of the page before its code was there. A lost answer is null: it is asked for again. */
type AskedAhead = { token: string | null; askedAt: number; answer: Promise<Response | null> };

/** Where the early script leaves what it asked, by address, for the console's http client. */
export type AheadPage = { askedAhead?: Map<string, AskedAhead> };

/** Asks for `url` at once with `token`, null for none, and leaves the answer in the page. */
export function askAhead(
  page: AheadPage,
  url: string,
  token: string | null,
  fetchIt: typeof fetch,
  now: number,
): Promise<Response | null> {
  const headers = { accept: 'application/json', ...(token === null ? {} : { authorization: bearer(token) }) };
  const signal = AbortSignal.timeout(aheadTimeoutMs);
  const answer = fetchIt(url, { headers, credentials: 'same-origin', signal }).catch(() => null);
  (page.askedAhead ??= new Map()).set(url, { token, askedAt: now, answer });
  return answer;
}

/** Has nothing of what was asked taken any more. */
export function forgetAhead(page: AheadPage, url?: string): void {
  if (url === undefined) page.askedAhead?.clear();
  else page.askedAhead?.delete(url);
}

/**
 * A `fetch` that takes what the page asked ahead for the same person (SPEED-19), each answer once, and asks
 * the host for all else. What the host refused ahead counts as its answer; what the line lost is asked for
 * again.
 */
export function withAskedAhead(page: AheadPage, fetchIt: typeof fetch, now: () => number): typeof fetch {
  return async (input, init) => {
    const url = typeof input === 'string' && (init?.method ?? 'GET') === 'GET' ? input : '';
    const asked = page.askedAhead?.get(url);
    if (asked === undefined || now() - asked.askedAt > aheadGoodForMs) return fetchIt(input, init);
    page.askedAhead?.delete(url);
    const wanted = new Headers(init?.headers).get('authorization');
    if (wanted !== (asked.token === null ? null : bearer(asked.token))) return fetchIt(input, init);
    const answer = await untilAborted(asked.answer, init?.signal);
    return answer ?? fetchIt(input, init);
  };
}

function bearer(token: string): string {
  return `Bearer ${token}`;
}

/** Rejects with the signal's reason, as `fetch` does, where that comes first. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T | null> {
  const aborted = new Promise<null>((resolve) => {
    signal?.addEventListener('abort', () => resolve(null), { once: true });
  });
  signal?.throwIfAborted();
  const answer = await Promise.race([work, aborted]);
  signal?.throwIfAborted();
  return answer;
}
