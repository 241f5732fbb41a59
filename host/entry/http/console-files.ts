import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { demoTiming } from '#model/forms/demo-login.ts';
import { socketPlaceTiming } from '#model/contract/socket-address.ts';
import type { LoginFields } from '#model/forms/login.ts';
import type { Border } from '../border.ts';
import { notFound } from '../../platform/api-error.ts';
import { pathOf, sendError } from './error-answers.ts';

/** Files with a content hash in their names never change, so browsers may keep them for a year. */
const year = 'public, max-age=31536000, immutable';
const askFirst = 'no-cache';
/** The logo has no hash in its name. Without caching it would appear later than the page (LOOK-30). */
const day = 'public, max-age=86400, immutable';

/** Paths that are never screens of the console. */
const notScreens = /^\/(api|socket|dev|assets)(\/|$)/;

/** Paths below this one are always screens, never files, even if a name in the path looks like a file's. */
const screens = '/dashboard/';

/**
 * Returns the address of a request in a form that the router can parse. The router would refuse an address
 * with invalid escapes (`%zz`) before any hook runs; instead, it leads to the console's not-found screen.
 * Such addresses below /api and /assets are left unchanged, and refused.
 */
export function readableUrl(url: string): string {
  const pathName = pathOf(url);
  return notScreens.test(pathName) || isReadable(pathName) ? url : pathName.replaceAll('%', '%25') + url.slice(pathName.length);
}

function isReadable(pathName: string): boolean {
  try {
    decodeURIComponent(pathName);
    return true;
  } catch {
    return false;
  }
}

/**
 * Serves the built console from `folder`, and the `.br` or `.gz` version of a file if there is one. Any other
 * path that a browser opens is a screen and gets index.html; below /api there are only calls.
 */
export async function addConsoleFiles(
  app: FastifyInstance,
  folder: string,
  { socketPlace, demo }: Pick<Border, 'socketPlace'> & { demo: LoginFields | null },
): Promise<void> {
  const isBuilt = existsSync(path.join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: true,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // Do not list folders: otherwise a request for one without Accept-Encoding (curl /, a health probe)
      // gets 403 instead of a screen.
      allowedPath: (pathName) =>
        !/(^|\/)\./.test(pathName) && !/\.(br|gz)$/.test(pathName) && !pathName.endsWith('/') && pathName !== '/index.html',
      setHeaders: (reply, file) => {
        reply.header('cache-control', keptFor(file));
      },
    });
  }
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (isBuilt && isScreen(request)) return sendScreen(reply, socketPlace(request.raw), demo);
    return sendError(reply, notFound(whatIsMissing(request, isBuilt)));
  };
  // Screens need their own route: the file server refuses paths with empty or dotted segments.
  app.route({ method: ['GET', 'HEAD'], url: `${screens}*`, handler: answer });
  app.setNotFoundHandler(answer);
}

function keptFor(file: string): string {
  if (/[\\/]icon\.svg(\.(br|gz))?$/.test(file)) return day;
  return file.includes(`${path.sep}assets${path.sep}`) ? year : askFirst;
}

function isScreen(request: FastifyRequest): boolean {
  const pathName = pathOf(request.url);
  const asksForPage = request.method === 'GET' || request.method === 'HEAD';
  const fileName = pathName.slice(pathName.lastIndexOf('/') + 1);
  if (!asksForPage || notScreens.test(pathName)) return false;
  return pathName.startsWith(screens) || !fileName.includes('.') || pathName === '/index.html';
}

/**
 * Sends index.html with a header that names the websocket's address and, on a demo host, the demo login
 * (ACC-35).
 */
function sendScreen(
  reply: FastifyReply,
  { url, wsPort }: ReturnType<Border['socketPlace']>,
  demo: LoginFields | null,
): FastifyReply {
  return reply
    .code(200)
    .header('cache-control', askFirst)
    .header(
      'server-timing',
      [`${socketPlaceTiming};desc="${url}:${wsPort}"`, ...(demo === null ? [] : [demoTiming(demo)])].join(', '),
    )
    .sendFile('index.html');
}

function whatIsMissing(request: FastifyRequest, isBuilt: boolean): string {
  if (!isBuilt && isScreen(request)) return 'The console is not built: run npm run build, or npm start, which does it';
  return `There is no ${request.method} ${pathOf(request.url)}`;
}
