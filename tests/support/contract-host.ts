import fastify, { type FastifyRequest } from 'fastify';
import { type Call, csrfHeader } from '#model/contract/call.ts';
import { publicCalls } from '#model/contract/public-calls.ts';

/** The answer to a call; a string is sent as it is. */
export type Answer = { status?: number; body: unknown };
type Answering = (request: FastifyRequest) => Answer | Promise<Answer>;

/**
 * A real http server that requires csrf and bearer tokens like the host, and gives the answers that a test
 * defines.
 */
export type ContractHost = {
  url: string;
  /** The calls received, as 'GET /path', with what they carried. */
  calls: { call: string; token: string | undefined; csrf: string | undefined; body: unknown }[];
  /** The access tokens it accepts. */
  tokens: Set<string>;
  /** The csrf token it accepts. */
  csrf: string;
  answer(call: Call, answering: Answering): void;
  close(): Promise<void>;
};

let issued = 0;

/** Makes a token like the host's, valid for `seconds`. */
export function makeToken(seconds = 900): string {
  const claims = { iat: 1_000, exp: 1_000 + seconds, jti: issued++ };
  return `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
}

export const refusal = (code: number, type: string, message?: string) => ({ error: { code, type, message } });

export async function startContractHost(): Promise<ContractHost> {
  const app = fastify();
  const answers = new Map<Call, Answering>();
  const host: ContractHost = {
    url: '',
    calls: [],
    tokens: new Set(),
    csrf: 'csrf-1',
    answer: (call, answering) => void answers.set(call, answering),
    close: () => app.close(),
  };
  host.answer(publicCalls.csrfToken, () => ({ body: { csrfToken: host.csrf } }));
  host.answer(publicCalls.accessToken, () => {
    const accessToken = makeToken();
    host.tokens.add(accessToken);
    return { body: { accessToken } };
  });

  function gate(request: FastifyRequest): Answer | undefined {
    const token = request.headers.authorization?.replace('Bearer ', '');
    const csrf = request.headers[csrfHeader] as string | undefined;
    host.calls.push({ call: `${request.method} ${request.url}`, token, csrf, body: request.body });
    if (request.method !== 'GET' && csrf !== host.csrf) return { status: 403, body: refusal(403, 'BadCsrfToken') };
    if (request.url.startsWith('/api/public/')) return undefined;
    if (token === undefined) return { status: 401, body: refusal(401, 'TokenMissing') };
    return host.tokens.has(token) ? undefined : { status: 401, body: refusal(401, 'BadToken') };
  }

  app.all('*', async (request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '';
    const answering = [...answers].find(([call]) => call.method === request.method && isAt(call.path, pathname))?.[1];
    const { status = 200, body } = gate(request) ?? (await answering?.(request)) ?? { status: 404, body: '' };
    return reply.code(status).send(body);
  });
  host.url = await app.listen({ host: '127.0.0.1', port: 0 });
  return host;
}

function isAt(path: string, pathname: string): boolean {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
}
