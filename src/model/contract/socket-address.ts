import type { System } from '../entities/system.ts';
import { socketPath } from './socket-messages.ts';

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/**
 * The address of a system's socket: ws on loopback under a page of plain http, wss everywhere else (SOCK-1).
 */
export function socketAddress({ url, wsPort, mitasId }: Pick<System, 'url' | 'wsPort' | 'mitasId'>, pageOrigin: string): string {
  const scheme = pageOrigin.startsWith('http:') && loopback.test(url) ? 'ws' : 'wss';
  return `${scheme}://${url}:${wsPort}${socketPath(mitasId)}`;
}

/**
 * Under this name the `Server-Timing` of a page says at which host and port lines are taken, such as
 * `example.org:8081` (SPEED-19): of all headers of its own document a page can read that one.
 */
export const socketPlaceTiming = 'socket';
