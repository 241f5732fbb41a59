import { csrfHeader, fileType } from '#model/contract/call.ts';

export type Answer = {
  status: number;
  statusText: string;
  headers: Headers;
  text: string;
  bytes: ArrayBuffer;
  /** The body as JSON; undefined if it is not JSON. */
  json: unknown;
};

export type Sent = { body?: unknown; token?: string | undefined; headers?: Record<string, string>; csrf?: 'own' | 'none' };

/** Keeps cookies like a browser (by name and path) and sends the csrf token, against a real host. */
export class TestBrowser {
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();
  readonly #url: string;
  #csrf: string | undefined;
  /** The Set-Cookie headers of all answers, unchanged. */
  readonly setCookies: string[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  /** Returns a cookie's value; of several paths, the first. */
  cookie(name: string): string | undefined {
    return [...this.#cookies.values()].find((cookie) => cookie.name === name)?.value;
  }

  setCookie(name: string, value: string, path: string): void {
    this.#cookies.set(`${name};${path}`, { name, value, path });
  }

  async send(method: string, path: string, { body, token, headers = {}, csrf = 'own' }: Sent = {}): Promise<Answer> {
    if (method !== 'GET' && csrf === 'own') this.#csrf ??= await this.csrfToken();
    const cookies = [...this.#cookies.values()].filter((cookie) => path.startsWith(cookie.path));
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': body instanceof Uint8Array ? fileType : 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookies.length === 0 ? {} : { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }),
        ...(method !== 'GET' && csrf === 'own' && this.#csrf !== undefined ? { [csrfHeader]: this.#csrf } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isPlain(body) ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const { status, statusText, headers: said } = response;
    const bytes = await response.arrayBuffer();
    const text = new TextDecoder().decode(bytes);
    return { status, statusText, headers: said, bytes, text, json: parsed(text) };
  }

  async csrfToken(): Promise<string> {
    const { json } = await this.send('GET', '/api/public/csrf-token');
    return (json as { csrfToken: string }).csrfToken;
  }

  /** Logs in and returns the access token; fails with the host's answer. */
  async logIn(username: string, password: string): Promise<string> {
    const answer = await this.send('POST', '/api/public/login', { body: { username, password } });
    if (answer.status !== 200) throw new Error(`The login failed: ${answer.status} ${answer.text}`);
    return (answer.json as { accessToken: string }).accessToken;
  }

  #keep(line: string): void {
    this.setCookies.push(line);
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice(5) ?? '/';
    if (value === '') this.#cookies.delete(`${name};${path}`);
    else this.setCookie(name, value, path);
  }
}

const isPlain = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
