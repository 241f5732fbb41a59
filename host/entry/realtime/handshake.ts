import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { bearerProtocolPrefix, closeCodes, socketProtocol } from '#model/contract/socket-messages.ts';
import { isSystemName } from '#model/entities/system.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import type { Border } from '../border.ts';
import { hangUp } from '../hang-up.ts';
import type { SecurityEvent } from '../../platform/security-events.ts';

/** The checks of a request's origin that the hub needs. */
export type HubBorder = Pick<Border, 'isAllowedOrigin' | 'misdirection' | 'addressOf'>;

/** The system and token in an upgrade request. */
export type Handshake = { mitasId: string; token: string };

/**
 * How an upgrade is refused. If it cannot come from one of the console's own pages, by an HTTP `status`; else
 * by a close `code`, because a browser does not show a page the HTTP status of a refused upgrade. `text` says
 * why.
 */
export type HandshakeRefusal = { status: 400 | 403 | 404; text: string } | { code: number; text: string; event?: SecurityEvent };

/**
 * Reads an upgrade request. Refuses a foreign **or missing** Origin (SOCK-6), so that neither a foreign page
 * nor a program can use a leaked token unnoticed, and a name that is not the host's. The token comes in the
 * subprotocol, never in the URL.
 */
export function readHandshake(request: IncomingMessage, border: HubBorder): Result<Handshake, HandshakeRefusal> {
  const { origin } = request.headers;
  if (origin === undefined) return refused({ status: 403, text: 'no Origin' } as const);
  const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
  const bearer = protocols.find((protocol) => protocol.startsWith(bearerProtocolPrefix));
  const isOurs = protocols.includes(socketProtocol) && bearer !== undefined;

  const refusal = foreignRefusal(request, origin, border);
  if (refusal !== null) return refused(isOurs ? refusal : { status: 403, text: refusal.text });
  const mitasId = mitasIdOf(request.url ?? '');
  if (mitasId === undefined)
    return isOurs
      ? refused({ code: closeCodes.noSuchSystem, text: 'There is no such path' } as const)
      : refused({ status: 404, text: 'no such path' } as const);
  if (!isSystemName(mitasId)) return refused({ status: 400, text: 'no system can be named so' } as const);
  if (!isOurs)
    return refused({
      status: 400,
      text: `the subprotocols ${socketProtocol} and ${bearerProtocolPrefix}<token> are needed`,
    } as const);
  return accepted({ mitasId, token: bearer.slice(bearerProtocolPrefix.length) });
}

/** Returns the refusal of a request with a foreign Origin or for another host name, or null. */
function foreignRefusal(
  request: IncomingMessage,
  origin: string,
  border: HubBorder,
): { code: number; text: string; event: SecurityEvent } | null {
  const address = border.addressOf(request);
  const misdirection = border.misdirection(request);
  if (!border.isAllowedOrigin(origin)) {
    const event: SecurityEvent = { event: 'origin.refused', origin, address };
    return { code: closeCodes.originRefused, text: 'The host does not know the address of this page', event };
  }
  if (misdirection === null) return null;
  const event: SecurityEvent = { event: 'host.refused', name: misdirection.name, address };
  return { code: closeCodes.originRefused, text: 'The host does not answer to this name', event };
}

function mitasIdOf(url: string): string | undefined {
  const segment = /^\/socket\/([^/?#]{1,192})$/.exec(url)?.[1];
  if (segment === undefined) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    // A path with a stray percent sign names no system.
    return undefined;
  }
}

/** Answers an upgrade with an http error and closes the connection. */
export function refuseUpgrade(stream: Duplex, status: number): void {
  const text = STATUS_CODES[status] ?? 'Refused';
  hangUp(stream.resume(), `HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
