import { socketOriginTiming } from '../../model/contract/socket-address.ts';

/**
 * Where the host said with this page that it takes websockets, such as `wss://example.org:8081`; null where
 * it said nothing, or the browser does not pass it on.
 */
export function pageSocketOrigin(performance: Pick<Performance, 'getEntriesByType'>): string | null {
  const [page] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[];
  return page?.serverTiming?.find(({ name }) => name === socketOriginTiming)?.description ?? null;
}
