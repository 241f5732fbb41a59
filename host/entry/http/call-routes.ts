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

/** Any handler, seen from outside its types: the schemas are what makes the call fit it. */
type AnyHandler = (
  call: Pick<CallContext<CallName>, 'exchange' | 'operation'> & Proven & Record<'params' | 'query' | 'body', unknown>,
) => Promise<unknown>;

export type CallRoutesOptions = {
  authority: SessionAuthority;
  handlers: Handlers;
  /**
   * Whether the person's operation was done; of one that is under way, once that has ended. Without a hash,
   * whether anything was done under its id. @throws ApiError 422 where that was something else.
   */
  wasDone: (who: Asker, operation: NamedOperation) => Promise<boolean>;
  checkCsrf: onRequestHookHandler;
  exchangeOf: (request: FastifyRequest, reply: FastifyReply) => Exchange;
  /** How often programs may call. */
  keyLimit: KeyLimit;
  /** Who calls by the cookie of a pass. */
  passHolder: PassHolder;
};

/**
 * One route per call of the contract. Before the body is read it is proven who calls, that the csrf token
 * fits and that they may; then the request is checked, the handler asked, and the reply checked.
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
    // Only now, and before anything is looked up by it: whoever may not call at all learns nothing of what
    // fits.
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
      // Checked again once it is its turn: the role may have changed, and a repeat must ask for the same as
      // the first one, not only carry its id.
      return underWay.inTurn(caller.userId, operation.id, async () =>
        answerIn(await proveAccess(authority, name, caller, mitasId, isRepeat)),
      );
    },
  };
  if (call.upload === undefined) app.route(route);
  else addUploadRoute(app, route, call.upload, (request) => proven.get(request)?.system?.mitasId ?? '');
}

/**
 * A repeat is answered by what was done at first: items that the caller's role now may not read are withheld,
 * as everywhere.
 */
function readableBy(system: Proven['system'], answer: unknown): unknown {
  if (system === null) return answer;
  const done = answer as ChangeReply;
  return { ...done, items: itemsFor(done.items, system.role) };
}

function parsePart(where: 'path' | 'query' | 'body', schema: v.GenericSchema, value: unknown): unknown {
  // The first thing wrong is answered; what is too long is not looked through any further.
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
 * What the contract does not name never leaves the host; what it names and a handler forgot is a defect, and
 * logged.
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
