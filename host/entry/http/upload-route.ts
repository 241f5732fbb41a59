import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, RouteOptions } from 'fastify';
import { fileType } from '#model/contract/call.ts';
import { errorTypes } from '#model/contract/failure.ts';
import { largeFileText } from '#model/layers/layer-text.ts';
import { ApiError, invalidRequest, tooManyFiles } from '../../platform/api-error.ts';
import { Turns } from '../../platform/turns.ts';

/**
 * The most files that are being received, waiting or being read at once, each fully in memory: per system
 * (`perKey`) and in total.
 */
const filesAtOnce = { perKey: 3, total: 12 };

/**
 * Adds the route of a call that takes a file; other routes refuse a body of this type. If all slots are
 * taken, the call is refused before its file is read. `systemOf` returns the system whose slot the call uses.
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
    // If the client has already disconnected, release its slot.
    if (reply.raw.destroyed) leave();
    else reply.raw.once('close', leave);
  };
  void app.register(async (apart) => {
    apart.addContentTypeParser(fileType, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    apart.route({ ...route, onRequest: [...route.onRequest, takePlace] as RouteOptions['onRequest'], bodyLimit });
  });
}

/**
 * Returns the file in a request's body.
 * @throws ApiError 400 if the request has no file.
 */
export function fileOf({ body }: FastifyRequest): Buffer {
  if (Buffer.isBuffer(body)) return body;
  throw invalidRequest(`The body is to be a file, of the type ${fileType}`, 'file');
}
