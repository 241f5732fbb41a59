/** The timeout of an early request, in ms, the same as for any call. */
const aheadTimeoutMs = 30_000;

/** How long an early answer is valid, in ms, because its data may change. */
export const aheadGoodForMs = 30_000;

/**
 * A request that the page sent before its code loaded. If its answer is lost, `answer` resolves with null and
 * the request is sent again.
 */
type AskedAhead = { token: string | null; askedAt: number; answer: Promise<Response | null> };

/**
 * The part of the page where the early script leaves its requests, by address, for the console's http client.
 */
export type AheadPage = { askedAhead?: Map<string, AskedAhead> };

/** Requests `url` at once, with `token` (null for none), and leaves the answer in the page. */
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

/** Drops early requests, so that no answer is used any more. */
export function forgetAhead(page: AheadPage, url?: string): void {
  if (url === undefined) page.askedAhead?.clear();
  else page.askedAhead?.delete(url);
}

/**
 * Returns a `fetch` that uses early answers for the same person (SPEED-19), each once, and requests
 * everything else from the host. A refusal counts as an answer; a lost request is sent again.
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

/**
 * Resolves with the result of `work`. If the signal is aborted first, rejects with its reason, as `fetch`
 * does.
 */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T | null> {
  const aborted = new Promise<null>((resolve) => {
    signal?.addEventListener('abort', () => resolve(null), { once: true });
  });
  signal?.throwIfAborted();
  const answer = await Promise.race([work, aborted]);
  signal?.throwIfAborted();
  return answer;
}
