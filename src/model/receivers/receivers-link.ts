import type { ReceiversState } from './receivers-address.ts';

/**
 * The end of an address that opens the receivers' screen with one thing set (FLEET-3): '?receiver=12',
 * '?show=offline', '?only=3,4'. Apart from `receiversAddress`, so that Home does not wait for its columns.
 */
export function receiversLink(wanted: Partial<Pick<ReceiversState, 'show' | 'only' | 'receiver'>>): string {
  const [set] = Object.entries(wanted);
  return set === undefined ? '' : `?${set.map(String).join('=')}`;
}
