import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Border } from '../border.ts';

/**
 * The hashes of the two style elements that the component library adds by script (press handling and scroll
 * lock). A hash permits only an element with exactly that text.
 * tests/host/entry/http/security-headers.test.ts checks that they match the installed library.
 */
export const styleHashes = [
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
] as const;

/** Adds strict headers to every answer (HOST-7). They permit maps from `mapOrigins` (LAY-8). */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { secure, socketPlace }: Border,
  mapOrigins: () => readonly string[],
): Promise<void> {
  const socketOrigin = (request: IncomingMessage): string => {
    const { url, wsPort } = socketPlace(request);
    return `${secure ? 'wss' : 'ws'}://${url}:${wsPort}`;
  };
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", ...styleHashes],
        imgSrc: ["'self'", 'data:', () => ['blob:', ...mapOrigins()].join(' ')],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", (request) => [socketOrigin(request as IncomingMessage), ...mapOrigins()].join(' ')],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()');
  });
}
