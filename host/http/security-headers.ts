import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

/**
 * The two style elements that the component library makes by script (its press handling and its scroll lock); a hash lets in exactly
 * these texts. tests/host/http/security-headers.test.ts compares them with the installed library.
 */
export const styleHashes = [
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
] as const;

export type HeaderOptions = {
  tls: boolean;
  wsPort: () => number;
};

/** A name and port as they may stand in a policy; anything else a Host header may hold is left out. */
const plainHost = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])$/;

/** Strict headers on every answer (issue, Clean logs and headers; decisions, Account). */
export async function addSecurityHeaders(app: FastifyInstance, { tls, wsPort }: HeaderOptions): Promise<void> {
  const socketOrigin = (request: IncomingMessage): string => {
    const name = (request.headers.host ?? '').replace(/:\d+$/, '');
    return plainHost.test(name) ? `${tls ? 'wss' : 'ws'}://${name}:${wsPort()}` : "'self'";
  };
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", ...styleHashes],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", (request) => socketOrigin(request as IncomingMessage)],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        ...(tls ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: tls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()');
  });
}
