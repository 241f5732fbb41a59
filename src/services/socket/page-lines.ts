import { socketAddress, socketPlaceTiming } from '../../model/contract/socket-address.ts';

/**
 * Where the lines of each system are, as the host said with this page; null where it said nothing, or the
 * browser does not pass it on.
 */
export function pageLines(performance: Pick<Performance, 'getEntriesByType'>): ((mitasId: string) => string) | null {
  const [page] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[];
  const said = page?.serverTiming?.find(({ name }) => name === socketPlaceTiming)?.description;
  const [, url, port] = /^(.+):(\d+)$/.exec(said ?? '') ?? [];
  if (url === undefined || page?.name === undefined) return null;
  const { origin } = new URL(page.name);
  return (mitasId) => socketAddress({ url, wsPort: Number(port), mitasId }, origin);
}
