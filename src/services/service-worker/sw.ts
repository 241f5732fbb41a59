import { cacheNames } from 'workbox-core';
import { cleanupOutdatedCaches, getCacheKeyForURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';

/** The globals of a service worker that this file uses; the page's types describe a window. */
declare const self: {
  /** Inserted by the build: all files to cache, with the hash of their content if the name has none. */
  __WB_MANIFEST: (PrecacheEntry | string)[];
  addEventListener(type: 'message', listener: (event: MessageEvent<{ type?: string } | null>) => void): void;
  skipWaiting(): Promise<void>;
};

const keptPage = '/index.html';
/** The time in seconds after which the cached page is shown; a later answer still updates the cache. */
const hostMayTakeSeconds = 3;

/**
 * Serves the page from the host if it answers, so that it has the host's current security policy: a cached
 * page has old headers, and an old policy with another websocket port would block the live line. This route
 * comes before the cached files, which would answer `/` first.
 */
registerRoute(
  new NavigationRoute(
    new NetworkFirst({
      cacheName: cacheNames.precache,
      networkTimeoutSeconds: hostMayTakeSeconds,
      plugins: [
        {
          // All screens are one page, cached under one key. An address may contain the token of an email.
          cacheKeyWillBeUsed: async () => getCacheKeyForURL(keptPage) ?? keptPage,
          fetchDidSucceed: async ({ response }) => hostAnswer(response),
          cacheWillUpdate: async ({ response }) => ((await isOfThisVersion(response)) ? response : null),
        },
      ],
    }),
    { denylist: [/^\/api\//, /^\/dev\//, /^\/socket\//] },
  ),
);
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

/**
 * Treats a 5xx as no answer: it comes from a proxy whose host is down or starting, and the cached page is
 * more useful, because it explains the problem and offers Retry. Other answers are passed on; a 3xx or 4xx
 * may be a proxy's login.
 * @throws Error for a 5xx.
 */
function hostAnswer(response: Response): Response {
  if (response.status >= 500) throw new Error(`The page was answered with ${response.status}`);
  return response;
}

/**
 * Returns true if the page belongs to this version, so that it may replace the cached one with its newer
 * headers. The page of another version names files that are not cached, and would be blank while the host is
 * away.
 */
async function isOfThisVersion(response: Response): Promise<boolean> {
  if (response.status !== 200) return false;
  const kept = await caches.match(getCacheKeyForURL(keptPage) ?? keptPage, { cacheName: cacheNames.precache });
  return (await kept?.text()) === (await response.clone().text());
}
