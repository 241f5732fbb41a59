import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import { bearerProtocolPrefix, closeCodes, socketProtocol } from '#model/contract/socket-messages.ts';
import { isSystemName } from '#model/entities/system.ts';
import type { Border } from '../border.ts';
import { hangUp } from '../hang-up.ts';
import type { SecurityEvent } from '../../platform/security-events.ts';

/** What the hub asks about where a request comes from. */
export type HubBorder = Pick<Border, 'isAllowedOrigin' | 'misdirection' | 'addressOf'>;

/**
 * What an upgrade asks for, or how it is refused: by an http `status` where no page of ours can have sent it, else by a close `code`,
 * because a browser shows a page no http status of a refused upgrade.
 */
export type Handshake =
  | { ok: true; mitasId: string; token: string }
  | { ok: false; status: 400 | 403 | 404; reason: string }
  | { ok: false; code: number; reason: string; event?: SecurityEvent };

/**
 * Reads an upgrade request. An Origin that is foreign **or absent** is refused (SOCK-6), so that no other page and nothing that
 * is not a browser page of ours rides on a leaked token unnoticed; so is one under another name than the host's. The token comes in
 * the subprotocol, never in the URL.
 */
export function readHandshake(request: IncomingMessage, border: HubBorder): Handshake {
  const { origin } = request.headers;
  if (origin === undefined) return { ok: false, status: 403, reason: 'no Origin' };
  const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
  const bearer = protocols.find((protocol) => protocol.startsWith(bearerProtocolPrefix));
  const isOurs = protocols.includes(socketProtocol) && bearer !== undefined;

  const stranger = strangeness(request, origin, border);
  if (stranger !== null) return isOurs ? { ok: false, ...stranger } : { ok: false, status: 403, reason: stranger.reason };
  const mitasId = mitasIdOf(request.url ?? '');
  if (mitasId === undefined)
    return isOurs
      ? { ok: false, code: closeCodes.noSuchSystem, reason: 'There is no such path' }
      : { ok: false, status: 404, reason: 'no such path' };
  if (!isSystemName(mitasId)) return { ok: false, status: 400, reason: 'no system can be named so' };
  if (!isOurs)
    return { ok: false, status: 400, reason: `the subprotocols ${socketProtocol} and ${bearerProtocolPrefix}<token> are needed` };
  return { ok: true, mitasId, token: bearer.slice(bearerProtocolPrefix.length) };
}

/** How the host takes whoever is no page of its own, or has come under a strange name; null for those who are at home. */
function strangeness(
  request: IncomingMessage,
  origin: string,
  border: HubBorder,
): { code: number; reason: string; event: SecurityEvent } | null {
  const address = border.addressOf(request);
  const misdirection = border.misdirection(request);
  if (!border.isAllowedOrigin(origin)) {
    const event: SecurityEvent = { event: 'origin.refused', origin, address };
    return { code: closeCodes.originRefused, reason: 'The host does not know the address of this page', event };
  }
  if (misdirection === null) return null;
  const event: SecurityEvent = { event: 'host.refused', name: misdirection.name, address };
  return { code: closeCodes.originRefused, reason: 'The host does not answer to this name', event };
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
  hangUp(stream.resume(), `HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
