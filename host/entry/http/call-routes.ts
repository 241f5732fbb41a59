import { Readable } from 'node:stream';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify';
import * as v from 'valibot';
import { itemsFor } from '#model/changes/change.ts';
import { contradiction, needsCsrf, type Call } from '#model/contract/call.ts';
import { inWords } from '#model/fields/issue-text.ts';
import { callNames, contract, type CallName } from '#model/contract/table.ts';
import { invalidRequest, serverError } from '../../platform/api-error.ts';
import type { SessionAuthority } from '../../domain/accounts/session-authority.ts';
import type { Asker, NamedOperation } from '../../platform/changes/change.ts';
import type { KeyLimit } from './access-key-gate.ts';
import { noteCaller } from './access-log.ts';
import { proveAccess, proveCaller, type Proven } from './call-gate.ts';
import type { CallContext, ChangeReply, Exchange, Handlers } from './call-handlers.ts';
import type { PassHolder } from './download-pass.ts';
import { operationIdOf, operationOf } from './operation-header.ts';
import { OperationsUnderWay } from './operations-under-way.ts';
import { pathParamNames, pathParamSchemas } from './path-params.ts';
import { addUploadRoute, fileOf } from './upload-route.ts';

/** Any handler without its types: the schemas ensure that the call fits it. */
type AnyHandler = (
  call: Pick<CallContext<CallName>, 'exchange' | 'operation'> & Proven & Record<'params' | 'query' | 'body', unknown>,
) => Promise<unknown>;

export type CallRoutesOptions = {
  authority: SessionAuthority;
  handlers: Handlers;
  /**
   * Returns whether the person's operation was done. Waits for the operation if it is in progress. Without a
   * hash, checks only the id. @throws ApiError 422 if the id was used for a different request.
   */
  wasDone: (who: Asker, operation: NamedOperation) => Promise<boolean>;
  checkCsrf: onRequestHookHandler;
  exchangeOf: (request: FastifyRequest, reply: FastifyReply) => Exchange;
  /** Counts the calls of access keys. */
  keyLimit: KeyLimit;
  /** Finds the person to whom the cookie of a download pass was given. */
  passHolder: PassHolder;
};

/**
 * Adds one route for each call of the contract. Before it reads the body, it checks the caller, the csrf
 * token and the caller's role. Then it validates the request, runs the handler and validates the reply.
 */
export function addCallRoutes(app: FastifyInstance, options: CallRoutesOptions): void {
  const underWay = new OperationsUnderWay();
  for (const name of callNames) addRoute(app, name, contract[name], { ...options, underWay });
}

function addRoute(
  app: FastifyInstance,
  name: CallName,
  call: Call,
  options: CallRoutesOptions & { underWay: OperationsUnderWay },
): void {
  const { authority, handlers, wasDone, checkCsrf, exchangeOf, keyLimit, passHolder, underWay } = options;
  const proven = new WeakMap<FastifyRequest, Proven>();
  const params = v.object(Object.fromEntries(pathParamNames(call.path).map((param) => [param, pathParamSchemas[param]])));
  const handler = handlers[name] as AnyHandler;

  const whoCalls: onRequestAsyncHookHandler = async (request) => {
    const caller = (await passHolder(name, request)) ?? (await proveCaller(authority, request, call, keyLimit));
    if (caller !== null) noteCaller(request, caller);
    proven.set(request, { caller, system: null });
  };
  const mayThey: onRequestAsyncHookHandler = async (request) => {
    const caller = proven.get(request)?.caller ?? null;
    // Validate the path only after the caller is proven, so that strangers learn nothing about valid paths,
    // but before anything is looked up by it.
    const { mitasId = '' } = parsePart('path', params, request.params) as { mitasId?: string };
    if (caller === null) return;
    const id = call.changes === true ? operationIdOf(request) : undefined;
    const isRepeat = async () => {
      if (id === undefined) return false;
      await underWay.ended(caller.userId, id);
      return wasDone({ userId: caller.userId, systemId: mitasId }, { id });
    };
    proven.set(request, { caller, system: await proveAccess(authority, name, caller, mitasId, isRepeat) });
  };

  const route: RouteOptions & { onRequest: unknown[] } = {
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    onRequest: needsCsrf(call.method) ? [whoCalls, checkCsrf, mayThey] : [whoCalls, mayThey],
    async handler(request, reply) {
      const parts = {
        params: parsePart('path', params, request.params),
        query: call.query && parsePart('query', call.query, request.query),
        body: call.upload === undefined ? call.body && parsePart('body', call.body, request.body) : fileOf(request),
      };
      const otherId = contradiction(call, parts);
      if (otherId !== undefined) throw invalidRequest(`'${otherId}' names another id than the path does`, otherId);
      const { caller, system } = proven.get(request) ?? { caller: null, system: null };
      const operation = call.changes === true ? operationOf(request, name, parts) : undefined;
      const answerIn = async (place: Proven['system']) => {
        const answer = await handler({ ...parts, operation, exchange: exchangeOf(request, reply), caller, system: place });
        if (call.binary === true || (call.packedAs !== undefined && (Buffer.isBuffer(answer) || answer instanceof Readable)))
          return answer;
        return checkReply(request, name, call, call.changes === true ? readableBy(place, answer) : answer);
      };
      if (operation === undefined || caller === null || system === null) return answerIn(system);
      const { mitasId } = system;
      const isRepeat = () => wasDone({ userId: caller.userId, systemId: mitasId }, operation);
      // Check access again when the operation's turn comes: the role may have changed. A repeat must now also
      // have the same content as the first request, not only its id.
      return underWay.inTurn(caller.userId, operation.id, async () =>
        answerIn(await proveAccess(authority, name, caller, mitasId, isRepeat)),
      );
    },
  };
  if (call.upload === undefined) app.route(route);
  else addUploadRoute(app, route, call.upload, (request) => proven.get(request)?.system?.mitasId ?? '');
}

/**
 * Removes items that the caller's role may not read, because the stored answer of a repeat may contain some.
 */
function readableBy(system: Proven['system'], answer: unknown): unknown {
  if (system === null) return answer;
  const done = answer as ChangeReply;
  return { ...done, items: itemsFor(done.items, system.role) };
}

function parsePart(where: 'path' | 'query' | 'body', schema: v.GenericSchema, value: unknown): unknown {
  // Only the first error is reported, so stop there: a value that is too long is then not validated any
  // further.
  const result = v.safeParse(schema, value, { abortEarly: true, ...inWords });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const field = (issue && v.getDotPath(issue)) ?? undefined;
  throw invalidRequest(
    `${field === undefined ? `The ${where}` : `'${field}' in the ${where}`}: ${issue?.message ?? 'does not fit'}`,
    field,
  );
}

/**
 * Returns the reply without fields that the contract does not name. A reply that does not fit the contract is
 * a defect, and is logged.
 * @throws ApiError 500 for such a reply.
 */
function checkReply(request: FastifyRequest, name: CallName, call: Call, answer: unknown): unknown {
  const result = v.safeParse(call.reply, answer);
  if (result.success) return result.output;
  const issue = result.issues[0];
  request.log.error(
    { call: name, field: issue && v.getDotPath(issue), problem: issue?.message },
    'a reply does not fit the contract',
  );
  throw serverError();
}
