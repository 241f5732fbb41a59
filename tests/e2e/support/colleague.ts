import { type APIRequestContext, request } from '@playwright/test';
import { csrfHeader, operationHeader } from '#model/contract/call.ts';
import { expect, productUrl } from './fixtures.ts';
import type { Person } from './operator.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Configured = { rxData: { orion?: { general: { squelch: number } } } };

/** Another person who changes the same system through the real calls, without a page. */
export class Colleague {
  readonly #context: APIRequestContext;
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(context: APIRequestContext, base: string, headers: Readonly<Record<string, string>>) {
    this.#context = context;
    this.#base = base;
    this.#headers = headers;
  }

  /** Logs a person in; `mitasId` is the system of all their calls, `baseURL` the product that hosts it. */
  static async open(person: Person, mitasId: string, baseURL = productUrl()): Promise<Colleague> {
    const context = await request.newContext({ baseURL });
    const { csrfToken } = (await (await context.get('/api/public/csrf-token')).json()) as { csrfToken: string };
    const headers = { [csrfHeader]: csrfToken };
    const reply = await context.post('/api/public/login', { data: person, headers });
    expect(reply.status(), 'the login of the colleague').toBe(200);
    const { accessToken } = (await (await context.get('/api/public/access-token')).json()) as { accessToken: string };
    return new Colleague(context, `/api/mitashost/${mitasId}`, { ...headers, authorization: `Bearer ${accessToken}` });
  }

  /** Calls the host about the system and returns its answer; fails the test if the host refuses. */
  call<Reply>(method: Method, path: string, data?: unknown): Promise<Reply> {
    return this.#ask(method, `${this.#base}${path}`, data);
  }

  /** Calls the host about the person, with the same rules. */
  ofPerson<Reply>(method: Method, path: string, data?: unknown): Promise<Reply> {
    return this.#ask(method, `/api/app/client${path}`, data);
  }

  async #ask<Reply>(method: Method, path: string, data: unknown): Promise<Reply> {
    const headers = { ...this.#headers, ...(method === 'GET' ? {} : { [operationHeader]: crypto.randomUUID() }) };
    const reply = await this.#context.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) });
    expect(reply.status(), `${method} ${path}: ${await reply.text()}`).toBe(200);
    return (await reply.json()) as Reply;
  }

  /** Sets an Orion's squelch, in dBm. */
  async setSquelch(rxId: number, squelch: number): Promise<void> {
    const { rxData } = await this.call<Configured>('GET', `/receivers/${rxId}`);
    const { orion } = rxData;
    if (orion === undefined) throw new Error(`The receiver ${rxId} is no Orion`);
    const changed = { ...orion, general: { ...orion.general, squelch } };
    await this.call('PUT', `/receivers/${rxId}`, { rxData: { basic: {}, orion: changed } });
  }

  /** Returns the squelch that the host has for an Orion, in dBm. */
  async squelchOf(rxId: number): Promise<number | undefined> {
    return (await this.call<Configured>('GET', `/receivers/${rxId}`)).rxData.orion?.general.squelch;
  }

  close(): Promise<void> {
    return this.#context.dispose();
  }
}
