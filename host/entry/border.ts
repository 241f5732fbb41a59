import proxyAddr from '@fastify/proxy-addr';
import type { IncomingMessage } from 'node:http';
import { maxPort } from '#model/entities/receiver.ts';
import { isLoopback, type Environment } from '../platform/environment.ts';
import { namesOf } from './origins.ts';

/** Why a request is not for this host: the name that the request used, and a message for its sender. */
export type Misdirection = { name: string; message: string };

/** What the HTTP server and the websocket hub need to know about the origin and target of a request. */
export type Border = {
  /**
   * True if people reach the host by https, whether the host or a proxy serves it. Cookies are then Secure,
   * and sockets wss.
   */
  secure: boolean;
  /** Proxies whose forwarded headers are trusted. */
  trustProxy: readonly string[];
  /** Returns true for an Origin header whose pages may open a socket. */
  isAllowedOrigin: (origin: string) => boolean;
  /**
   * Returns null if the request uses a name of this host and comes from a permitted sender; else why it is
   * refused.
   */
  misdirection: (request: IncomingMessage) => Misdirection | null;
  /** Returns the address of the caller, behind trusted proxies. */
  addressOf: (request: IncomingMessage) => string;
  /** Returns the host name and port at which the sender of this request reaches the websocket. */
  socketPlace: (request: IncomingMessage) => { url: string; wsPort: number };
};

export type BorderSettings = Pick<Environment, 'bind' | 'tls'> &
  Partial<Pick<Environment, 'publicUrl' | 'consoleOrigin' | 'trustProxy'>>;

/** A host name with an optional port, as in a Host header. */
const hostPattern = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+?)\.?(?::(\d{1,5}))?$/i;

/** Creates the border of a host with these settings. `ports` return the ports it listens on. */
export function createBorder(settings: BorderSettings, ports: { http: () => number; ws: () => number }): Border {
  const { bind, tls, publicUrl, trustProxy = [] } = settings;
  const names = namesOf(settings, ports.http);
  const isTrusted = proxyAddr.compile([...trustProxy]);
  const isPublicHttps = publicUrl?.startsWith('https:') === true;
  const publicPlace = publicUrl === undefined ? undefined : new URL(publicUrl);

  const peerOf = (request: IncomingMessage) => request.socket.remoteAddress ?? '';
  const isOfProxy = (request: IncomingMessage) => trustProxy.length > 0 && isTrusted(peerOf(request), 0);

  /** Ignores X-Forwarded-Host: a page's script can set it, and many proxies pass it on unchanged. */
  const hostOf = (request: IncomingMessage) => request.headers.host ?? '';
  function nameOf(request: IncomingMessage): string | null {
    const [, name, port = '0'] = hostPattern.exec(hostOf(request)) ?? [];
    if (name === undefined || Number(port) > maxPort || !URL.canParse(`http://${name}`)) return null;
    return new URL(`http://${name}`).hostname;
  }

  return {
    secure: tls !== undefined || isPublicHttps,
    trustProxy,
    isAllowedOrigin: names.isPageOrigin,
    misdirection(request) {
      const name = hostOf(request);
      // Without its own https, the host accepts requests from other machines only through the proxy that
      // serves https.
      if (tls === undefined && !isLoopback(bind) && !isOfProxy(request) && !isLoopback(withoutMapping(peerOf(request))))
        return {
          name,
          message: `This host is reached by ${publicUrl ?? 'its proxy'} only: TRUST_PROXY does not name this sender.`,
        };
      const asked = nameOf(request);
      // The port is not compared: tunnels, containers and proxies change it, and a foreign page gains nothing
      // by another port.
      if (asked !== null && names.isHostName(asked)) return null;
      return {
        name,
        message: `This host does not answer to the name '${name.slice(0, 100)}': ask it by its own address or a name in its certificate, or set PUBLIC_URL to this one.`,
      };
    },
    addressOf: (request) => (trustProxy.length === 0 ? peerOf(request) : proxyAddr(request, isTrusted)),
    socketPlace(request) {
      const name = nameOf(request);
      const isPublic = publicPlace !== undefined && (name === publicPlace.hostname || isForwarded(request));
      if (!isPublic) return { url: name !== null && names.isHostName(name) ? name : 'localhost', wsPort: ports.ws() };
      // A proxy serves the websocket at the pages' own address. It forwards paths below /socket/ to WS_PORT.
      const wsPort = trustProxy.length === 0 ? ports.ws() : Number(publicPlace.port || (isPublicHttps ? 443 : 80));
      return { url: publicPlace.hostname, wsPort };
    },
  };

  function isForwarded(request: IncomingMessage): boolean {
    return isOfProxy(request) && request.headers['x-forwarded-for'] !== undefined;
  }
}

/** Returns an IPv4-mapped IPv6 address as IPv4. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:/, '');
}
