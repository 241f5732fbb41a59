import { socketAddress, socketPlaceTiming } from '../../model/contract/socket-address.ts';

/**
 * Returns the function that gives the address of a system's line, as the host sent it with this page; null if
 * it sent none, or the browser hides it.
 */
export function pageLines(performance: Pick<Performance, 'getEntriesByType'>): ((mitasId: string) => string) | null {
  const [page] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[];
  const said = page?.serverTiming?.find(({ name }) => name === socketPlaceTiming)?.description;
  const [, url, port] = /^(.+):(\d+)$/.exec(said ?? '') ?? [];
  if (url === undefined || page?.name === undefined) return null;
  const { origin } = new URL(page.name);
  return (mitasId) => socketAddress({ url, wsPort: Number(port), mitasId }, origin);
}
