import { socketOriginTiming } from '../../model/contract/socket-address.ts';

/**
 * Where the host told with this page that it takes websockets, such as `wss://example.org:8081`; null where it
 * told nothing, or the browser does not say it.
 */
export function toldSocketOrigin(performance: Pick<Performance, 'getEntriesByType'>): string | null {
  const [page] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[];
  return page?.serverTiming?.find(({ name }) => name === socketOriginTiming)?.description ?? null;
}
