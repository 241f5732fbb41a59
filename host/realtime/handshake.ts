import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import { bearerProtocolPrefix, socketProtocol } from '../../src/model/contract/socket-messages.ts';
import { isSystemName } from '../../src/model/entities/system.ts';

/** What an upgrade asks for, or the http status with which it is refused before a socket exists. */
export type Handshake = { ok: true; mitasId: string; token: string } | { ok: false; status: 400 | 403 | 404; reason: string };

/**
 * Reads an upgrade request. An Origin that is foreign **or absent** is refused (decisions), so that no other page and nothing that
 * is not a browser page of ours rides on a leaked token unnoticed; the token comes in the subprotocol, never in the URL.
 */
export function readHandshake(request: IncomingMessage, allowedOrigins: readonly string[]): Handshake {
  const { origin } = request.headers;
  if (origin === undefined || !allowedOrigins.includes(origin)) {
    return { ok: false, status: 403, reason: origin === undefined ? 'no Origin' : 'foreign Origin' };
  }
  const mitasId = mitasIdOf(request.url ?? '');
  if (mitasId === undefined) return { ok: false, status: 404, reason: 'no such path' };
  if (!isSystemName(mitasId)) return { ok: false, status: 400, reason: 'no system can be named so' };
  const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
  const bearer = protocols.find((protocol) => protocol.startsWith(bearerProtocolPrefix));
  if (!protocols.includes(socketProtocol) || bearer === undefined) {
    return { ok: false, status: 400, reason: `the subprotocols ${socketProtocol} and ${bearerProtocolPrefix}<token> are needed` };
  }
  return { ok: true, mitasId, token: bearer.slice(bearerProtocolPrefix.length) };
}

function mitasIdOf(url: string): string | undefined {
  const segment = /^\/socket\/([^/?#]{1,192})$/.exec(url)?.[1];
  if (segment === undefined) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    // A stray percent sign: such a path names no system.
    return undefined;
  }
}

/** Answers an upgrade with an http error and hangs up. */
export function refuseUpgrade(stream: Duplex, status: number): void {
  const text = STATUS_CODES[status] ?? 'Refused';
  stream.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
