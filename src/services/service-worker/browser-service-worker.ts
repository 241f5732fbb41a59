import { Workbox } from 'workbox-window';
import type { ServiceWorkerPort } from '../ports.ts';

/**
 * How often an open page checks for a new version, and how long a new version may take to become active, in
 * ms.
 */
const lookEveryMs = 30 * 60 * 1000;
const takeOverMs = 10_000;

/**
 * The connection is slow if a file of the page took this long (ms). Then the worker waits before it preloads
 * files, because they would compete with what the person is waiting for (SPEED-19).
 */
const slowFileMs = 2_500;
const slowWaitMs = 60_000;

export type ServiceWorkerParts = {
  url: string;
  /** Undefined if the browser or its settings allow no service workers. */
  container: ServiceWorkerContainer | undefined;
  reload: () => void;
  /** Knows how long the page's files took. */
  performance: Pick<Performance, 'getEntriesByType'>;
};

/**
 * Returns true for a slow connection. Looks only at files, because the duration of calls depends more on the
 * host.
 */
function isSlowLine(performance: Pick<Performance, 'getEntriesByType'>): boolean {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries.some(({ initiatorType, duration }) => ['link', 'script'].includes(initiatorType) && duration > slowFileMs);
}

/**
 * The port for a browser without service workers, in which Workbox cannot be created, because its constructor
 * reads the container.
 */
const noServiceWorker: ServiceWorkerPort = {
  watch(listener) {
    listener.unavailable('this browser or its settings allow none, or the page came without https');
    return () => {};
  },
  applyUpdate: () => Promise.reject(new Error('There is no service worker')),
};

/**
 * Returns the service worker at `url`, managed by workbox. Loaded on first use, so that the login does not
 * wait for it.
 */
export function createServiceWorker({ url, container, reload, performance }: ServiceWorkerParts): ServiceWorkerPort {
  if (container === undefined) return noServiceWorker;
  const workbox = new Workbox(url);
  return {
    watch(listener) {
      const onWaiting = (): void => listener.updateReady();
      const report = (error: unknown): void =>
        listener.unavailable(error instanceof Error ? error.message : 'The service worker could not be reached');
      workbox.addEventListener('waiting', onWaiting);
      const isSlow = isSlowLine(performance);
      const begin = setTimeout(() => void workbox.register().catch(report), isSlow ? slowWaitMs : 0);
      const look = setInterval(() => void workbox.update().catch(report), lookEveryMs);
      return () => {
        clearTimeout(begin);
        clearInterval(look);
        workbox.removeEventListener('waiting', onWaiting);
      };
    },
    applyUpdate: () =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('The new version did not take over in time')), takeOverMs);
        workbox.addEventListener('controlling', () => {
          clearTimeout(late);
          resolve();
          reload();
        });
        workbox.messageSkipWaiting();
      }),
  };
}
