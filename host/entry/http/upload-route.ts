import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, RouteOptions } from 'fastify';
import { fileType } from '#model/contract/call.ts';
import { errorTypes } from '#model/contract/failure.ts';
import { largeFileText } from '#model/layers/layer-text.ts';
import { ApiError, invalidRequest, tooManyFiles } from '../../platform/api-error.ts';
import { Turns } from '../../platform/turns.ts';

/** Files that are being sent, wait or are read, each in memory whole: of one system, and of all. */
const filesAtOnce = { perKey: 3, total: 12 };

/**
 * The route of a call that takes a file; elsewhere a body of this type is refused. A file that has no place
 * is refused before it is read; `systemOf` names whose place that is.
 */
export function addUploadRoute(
  app: FastifyInstance,
  route: RouteOptions & { onRequest: unknown[] },
  bodyLimit: number,
  systemOf: (request: FastifyRequest) => string,
): void {
  const files = new Turns<string>(filesAtOnce);
  const takePlace: onRequestAsyncHookHandler = async (request, reply) => {
    const tooLarge = largeFileText(Number(request.headers['content-length'] ?? 0));
    if (tooLarge !== undefined) throw new ApiError(413, errorTypes.invalidRequest, tooLarge, { field: 'file' });
    const leave = files.tryTake(systemOf(request));
    if (leave === null) throw tooManyFiles();
    // Clients that have gone get no more.
    if (reply.raw.destroyed) leave();
    else reply.raw.once('close', leave);
  };
  void app.register(async (apart) => {
    apart.addContentTypeParser(fileType, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    apart.route({ ...route, onRequest: [...route.onRequest, takePlace] as RouteOptions['onRequest'], bodyLimit });
  });
}

/** @throws ApiError 400 where no file came. */
export function fileOf({ body }: FastifyRequest): Buffer {
  if (Buffer.isBuffer(body)) return body;
  throw invalidRequest(`The body is to be a file, of the type ${fileType}`, 'file');
}
