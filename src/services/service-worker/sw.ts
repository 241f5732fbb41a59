import { cacheNames } from 'workbox-core';
import { cleanupOutdatedCaches, getCacheKeyForURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';

/** What this file needs of a service worker's globals: the page's own types describe a window. */
declare const self: {
  /** Put in by the build: every file that is kept, with the hash of its content where the name has none. */
  __WB_MANIFEST: (PrecacheEntry | string)[];
  addEventListener(type: 'message', listener: (event: MessageEvent<{ type?: string } | null>) => void): void;
  skipWaiting(): Promise<void>;
};

const keptPage = '/index.html';
/** Then the kept page is shown; an answer that comes later still refreshes it. */
const hostMayTakeSeconds = 3;

/**
 * A page comes from the host wherever it answers, and with the host's policy of today: what is kept has the
 * headers of the day on which it was kept, and a policy that names the websocket port of that day keeps the
 * live line shut. Stands before the kept files, which would answer `/` first.
 */
registerRoute(
  new NavigationRoute(
    new NetworkFirst({
      cacheName: cacheNames.precache,
      networkTimeoutSeconds: hostMayTakeSeconds,
      plugins: [
        {
          // All screens are one page: none is kept under its address, which may hold the token of a mail.
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
 * A 5xx to a page is a proxy's, whose host is down or starts: then the kept page is more use than the proxy's
 * words, since it says what is the matter and offers Retry. All else is passed on as it is: 3xx and 4xx may
 * be a proxy's own login.
 * @throws Error in place of a 5xx, which makes it as good as no answer.
 */
function hostAnswer(response: Response): Response {
  if (response.status >= 500) throw new Error(`The page was answered with ${response.status}`);
  return response;
}

/**
 * Only the page that this version came with may take the place of the kept one, with its newer headers: the
 * page of another version names files that this one does not keep, and would be blank when the host is away.
 */
async function isOfThisVersion(response: Response): Promise<boolean> {
  if (response.status !== 200) return false;
  const kept = await caches.match(getCacheKeyForURL(keptPage) ?? keptPage, { cacheName: cacheNames.precache });
  return (await kept?.text()) === (await response.clone().text());
}
