import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { csrfHeader } from '#model/contract/call.ts';
import type { Border } from '../border.ts';
import { unavailable } from '../../platform/api-error.ts';
import { bearerPattern } from './call-gate.ts';
import type { Exchange } from './call-handlers.ts';
import { isKnownAnswer, packedAnswer } from './packed-answer.ts';
import { savedFile } from './ranged-file.ts';

/**
 * The refresh cookie is sent only to access-token and logout (the first path) and to renew-token (the
 * second). A cookie has only one path, so it is set twice.
 */
const refreshPaths = ['/api/public', '/api/auth'] as const;

/** Only the login call needs to know the device. */
const devicePath = '/api/public/login';

/**
 * Returns the cookie names. Under https they have the prefixes that make a browser accept them from this host
 * only.
 */
export function cookieNames(secure: boolean): { csrf: string; refresh: string; device: string; pass: string } {
  return secure
    ? { csrf: '__Host-csrf', refresh: '__Secure-refresh', device: '__Secure-device', pass: '__Secure-download-pass' }
    : { csrf: 'csrf', refresh: 'refresh', device: 'device', pass: 'download-pass' };
}

/**
 * Adds support for the cookies (ACC-6, CALL-8, FILE-8): the csrf secret of the double submit, the refresh
 * token, the device id, and the pass for one download. Returns the functions that check and use them.
 */
export async function addCookies(
  app: FastifyInstance,
  { secure, socketPlace }: Pick<Border, 'secure' | 'socketPlace'>,
): Promise<{
  checkCsrf: onRequestHookHandler;
  exchangeOf: (request: FastifyRequest, reply: FastifyReply) => Exchange;
}> {
  const names = cookieNames(secure);
  const guarded = { httpOnly: true, sameSite: 'strict', secure } as const;
  await app.register(cookie);
  await app.register(csrf, {
    cookieKey: names.csrf,
    cookieOpts: { ...guarded, path: '/' },
    logLevel: 'debug',
    getToken: (request) => {
      const token = request.headers[csrfHeader];
      return typeof token === 'string' ? token : undefined;
    },
  });
  return {
    checkCsrf: (request, reply, done) => app.csrfProtection(request, reply, done),
    exchangeOf: (request, reply) => ({
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      socketPlace: socketPlace(request.raw),
      csrfToken: () => reply.generateCsrf(),
      bearerToken: () => bearerPattern.exec(request.headers.authorization ?? '')?.[1],
      refreshToken: () => request.cookies[names.refresh],
      setRefreshToken(token, expires) {
        for (const path of refreshPaths) void reply.setCookie(names.refresh, token, { ...guarded, path, expires });
      },
      clearRefreshToken() {
        for (const path of refreshPaths) void reply.clearCookie(names.refresh, { ...guarded, path });
      },
      deviceCookie: () => request.cookies[names.device],
      setDeviceCookie: (token, expires) => void reply.setCookie(names.device, token, { ...guarded, path: devicePath, expires }),
      answerAgain: () => void reply.code(208),
      isKnown: (hash) => isKnownAnswer(request, reply, hash),
      accepts: (type) => request.headers.accept?.includes(type) === true,
      packed: (type, packed) => packedAnswer(request, reply, type, packed),
      setDownloadPass: (path, token, expires) => void reply.setCookie(names.pass, token, { ...guarded, path, expires }),
      download: (file) => savedFile(request, reply, file),
      gone: () => goneFrom(reply.raw),
    }),
  };
}

/**
 * Returns a signal that aborts when the caller disconnects. The reason for the abort is never sent to a
 * caller, and is no defect.
 */
function goneFrom(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort(unavailable('The caller went away before the answer'));
  if (response.closed) leave();
  else response.once('close', leave);
  return gone.signal;
}
