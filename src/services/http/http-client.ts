import * as v from 'valibot';
import { type Call, type ReplyFor, type RequestFor, csrfHeader, needsCsrf, operationHeader } from '../../model/contract/call.ts';
import {
  csrfText,
  type Failure,
  FailureError,
  endsSession,
  errorTypes,
  isSessionExpired,
  toFailure,
} from '../../model/contract/failure.ts';
import { publicCalls } from '../../model/contract/public-calls.ts';
import type { CallOptions, HttpClient, TokenStore } from '../ports.ts';
import { type AnyRequest, buildRequest } from './build-request.ts';
import { failureOf, parseJson, sessionOver } from './failures.ts';

/** How long a call may take before it counts as lost, in ms. */
const callTimeoutMs = 30_000;

export type HttpClientOptions = {
  /** The host's origin, such as 'https://console.example.org'; '' for the page's own. */
  baseUrl: string;
  fetch: typeof fetch;
  tokens: TokenStore;
  /** Lets one tab at a time use the refresh cookie: a cookie used twice ends the session (ACC-7). */
  alone<T>(task: () => Promise<T>): Promise<T>;
  /** Called when the session has ended and the person must log in again. */
  onSessionLost(): void;
};

/**
 * The client of the contract (CALL-5). It checks requests before sending and replies on arrival. Calls that
 * need a session carry the bearer token; if the token is refused, it is renewed once for all waiting calls,
 * and they are repeated. Calls that change something carry the csrf token (CALL-8). It rejects only with a
 * `FailureError`.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient & { refresh(): Promise<void>; prepare(): void } {
  const { baseUrl, fetch: fetchIt, tokens } = options;
  let csrf: string | undefined;

  async function send(definition: Call, request: AnyRequest, { signal, operation }: CallOptions): Promise<unknown> {
    const { url, init } = buildRequest(definition, request);
    const headers: Record<string, string> = { ...init.headers };
    const token = definition.access === 'public' ? undefined : tokens.read()?.token;
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    if (operation !== undefined) headers[operationHeader] = operation;
    if (needsCsrf(definition.method)) headers[csrfHeader] = await csrfToken();
    const timeout = definition.binary === true || definition.upload !== undefined ? [] : [AbortSignal.timeout(callTimeoutMs)];
    const signals = [...timeout, ...(signal ? [signal] : [])];
    let response: Response;
    let text: string | ReadableStream | null;
    try {
      response = await fetchIt(baseUrl + url, {
        ...init,
        headers,
        credentials: 'same-origin',
        signal: signals.length === 0 ? null : AbortSignal.any(signals),
      });
      if (response.ok && definition.binary === true) return response.body;
      text = await response.text();
    } catch (error) {
      throw new FailureError({ kind: 'network' }, { cause: error });
    }
    if (!response.ok) throw new FailureError(failureOf(response, text));
    return checkReply(definition, parseJson(text));
  }

  const fetchCsrf = singleFlight(async (): Promise<string> => {
    try {
      const reply = (await send(publicCalls.csrfToken, {}, {})) as ReplyFor<typeof publicCalls.csrfToken>;
      csrf = reply.csrfToken;
      return csrf;
    } catch (error) {
      if (toFailure(error).kind === 'network') throw error;
      throw new FailureError(csrfMissing, { cause: error });
    }
  });
  const csrfToken = (): Promise<string> => (csrf === undefined ? fetchCsrf() : Promise.resolve(csrf));

  async function sendWithCsrf(definition: Call, request: AnyRequest, callOptions: CallOptions): Promise<unknown> {
    try {
      return await send(definition, request, callOptions);
    } catch (error) {
      if (!refusesCsrf(toFailure(error))) throw error;
      csrf = undefined;
      return await send(definition, request, callOptions);
    }
  }

  /** Gets a new access token with the refresh cookie. Rejects with the reason. */
  const refresh = singleFlight(() => {
    const before = tokens.read()?.token;
    return options.alone(async () => {
      // Another call may have renewed the token while this one waited.
      const now = tokens.read()?.token;
      if (now !== undefined && now !== before) return;
      const reply = (await send(publicCalls.accessToken, {}, {})) as ReplyFor<typeof publicCalls.accessToken>;
      // A late answer must not log in a person who has logged out.
      if (before !== undefined && tokens.read() === null) throw new FailureError(sessionOver);
      tokens.keep(reply.accessToken);
    });
  });

  async function refreshOrEnd(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      if (!(error instanceof FailureError) || !endsSession(error.failure)) throw error;
      options.onSessionLost();
      throw new FailureError(sessionOver, { cause: error });
    }
  }

  async function authenticated(definition: Call, request: AnyRequest, callOptions: CallOptions): Promise<unknown> {
    const used = tokens.read()?.token;
    try {
      return await sendWithCsrf(definition, request, callOptions);
    } catch (error) {
      if (!refusesToken(toFailure(error))) throw error;
      if (tokens.read()?.token === used) await refreshOrEnd();
      return await sendWithCsrf(definition, request, callOptions);
    }
  }

  return {
    async call<C extends Call>(definition: C, request: RequestFor<C>, callOptions: CallOptions = {}): Promise<ReplyFor<C>> {
      const make = definition.access === 'public' ? sendWithCsrf : authenticated;
      return (await make(definition, request, callOptions)) as ReplyFor<C>;
    },
    refresh,
    /** Requests the csrf token early, because the first call without a login needs it (SPEED-19). */
    prepare: () => void csrfToken().catch(() => {}),
  };
}

const csrfMissing: Failure = { kind: 'server', code: 403, type: 'CsrfMissing', message: csrfText };

/** Returns true if a new token may help. */
function refusesToken(failure: Failure): boolean {
  return failure.kind === 'server' && (failure.code === 401 || isSessionExpired(failure));
}

function refusesCsrf(failure: Failure): boolean {
  return failure.kind === 'server' && failure.type === errorTypes.badCsrf;
}

function checkReply(definition: Call, reply: unknown): unknown {
  const checked = v.safeParse(definition.reply, reply);
  if (checked.success) return checked.output;
  const issues = checked.issues.map((issue) => `${definition.path}: ${v.getDotPath(issue) ?? 'reply'}: ${issue.message}`);
  throw new FailureError({ kind: 'invalidPayload', issues });
}

/** Returns a task that runs once at a time; calls during a run get its result. */
function singleFlight<T>(task: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= task().finally(() => {
      running = undefined;
    });
    return running;
  };
}
