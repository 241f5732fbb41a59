import type { ReceiversState } from './receivers-address.ts';

/**
 * Returns the search part of a link to the receivers' screen with one value set (FLEET-3): '?receiver=12',
 * '?show=offline', '?only=3,4'. It is a separate module so that Home need not load the columns.
 */
export function receiversLink(wanted: Partial<Pick<ReceiversState, 'show' | 'only' | 'receiver'>>): string {
  const [set] = Object.entries(wanted);
  return set === undefined ? '' : `?${set.map(String).join('=')}`;
}
