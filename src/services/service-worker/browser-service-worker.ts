import { Workbox } from 'workbox-window';
import type { ServiceWorkerPort } from '../ports.ts';

/**
 * How often a page that stays open looks for a new version, and how long a new one may take to take over, in
 * ms.
 */
const lookEveryMs = 30 * 60 * 1000;
const takeOverMs = 10_000;

/**
 * A line is slow on which a file of the page took so long (ms). There what the worker would fetch for later
 * waits, as it comes before what somebody waits for (SPEED-19).
 */
const slowFileMs = 2_500;
const slowWaitMs = 60_000;

export type ServiceWorkerParts = {
  url: string;
  /** Undefined where the browser or its settings allow no service workers. */
  container: ServiceWorkerContainer | undefined;
  reload: () => void;
  /** Knows how long the files of the page took. */
  performance: Pick<Performance, 'getEntriesByType'>;
};

/** By the files of the page; how long calls take says more of the host. */
function isSlowLine(performance: Pick<Performance, 'getEntriesByType'>): boolean {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries.some(({ initiatorType, duration }) => ['link', 'script'].includes(initiatorType) && duration > slowFileMs);
}

/** Workbox reads of the container as soon as it is made: without one there is nothing to make. */
const noServiceWorker: ServiceWorkerPort = {
  watch(listener) {
    listener.unavailable('this browser or its settings allow none, or the page came without https');
    return () => {};
  },
  applyUpdate: () => Promise.reject(new Error('There is no service worker')),
};

/**
 * The service worker at `url`, watched with workbox. Loaded when it is first needed: the login does not wait
 * for it.
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
