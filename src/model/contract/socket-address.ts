import type { System } from '../entities/system.ts';
import { socketPath } from './socket-messages.ts';

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** Returns the address of a system's socket: ws on loopback under a plain http page, else wss (SOCK-1). */
export function socketAddress({ url, wsPort, mitasId }: Pick<System, 'url' | 'wsPort' | 'mitasId'>, pageOrigin: string): string {
  const scheme = pageOrigin.startsWith('http:') && loopback.test(url) ? 'ws' : 'wss';
  return `${scheme}://${url}:${wsPort}${socketPath(mitasId)}`;
}

/**
 * The name of the `Server-Timing` entry with the host and port of the live line, such as `example.org:8081`
 * (SPEED-19). A page can read no other header of its own document.
 */
export const socketPlaceTiming = 'socket';
