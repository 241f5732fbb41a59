import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Turns } from '../turns.ts';
import { isOuterAddress } from './outer-address.ts';

/** Resolves a name to its addresses. */
export type ResolveName = (name: string) => Promise<readonly { address: string; family: number }[]>;

/** Returns whether the host may connect to this internal address when a request names it by `name`. */
export type MayReachInner = (address: string, name: string) => boolean;

/** A request to a server that a person named, who may not be the operator. */
export type OutwardQuestion = {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Aborts the request at any stage. */
  signal: AbortSignal;
  /** The most bytes of the answer's body that are read. */
  maxBytes: number;
  mayReachInner: MayReachInner;
  resolve?: ResolveName | undefined;
};

/** `isCut`: the body was longer than `maxBytes`. */
export type OutwardAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer; isCut: boolean };

/** Thrown for an address within a private network that the host must not contact (HOST-15). */
export class InnerAddress extends Error {
  override name = 'InnerAddress';
}

const byDns: ResolveName = (name) => lookup(name, { all: true });

/**
 * Limits name lookups to two at a time, and to one for each name. A lookup cannot be aborted, and while a
 * name server is silent, it blocks one of the process's four threads, which files need too.
 */
const lookups = new Turns<string>({ perKey: 1, total: 2 });

/**
 * Sends one request to a server on the Internet (HOST-15). The connection uses exactly the addresses that
 * were checked, so a name cannot change in between. Redirects are not followed.
 * @throws InnerAddress if the address is internal, or the connection's error.
 */
export async function askOutward(at: URL, question: OutwardQuestion): Promise<OutwardAnswer> {
  const { method = 'GET', headers = {}, body, signal, maxBytes, mayReachInner, resolve = byDns } = question;
  const name = at.hostname.replace(/^\[|\]$/g, '');
  const refuseInner = (address: string) => {
    if (!isOuterAddress(address) && !mayReachInner(address, at.hostname))
      throw new InnerAddress(`${at.hostname} is an address within a network`);
  };
  // For a literal address no lookup happens, so check it here.
  if (isIP(name) !== 0) refuseInner(name);
  const judgedLookup: LookupFunction = (hostname, { all }, found) => {
    const judged = inTurn(hostname, signal, resolve).then((addresses) => {
      for (const { address } of addresses) refuseInner(address);
      if (addresses.length === 0) throw new Error(`${hostname} has no address`);
      return addresses;
    });
    judged.then(
      (addresses) =>
        all === true ? found(null, [...addresses]) : found(null, addresses[0]?.address ?? '', addresses[0]?.family),
      (error: unknown) => found(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
  const request = at.protocol === 'https:' ? httpsRequest : httpRequest;
  // Open a new connection, because a reused one may have been checked by other rules.
  const asked = request(at, { method, headers, agent: false, lookup: judgedLookup, signal });
  asked.on('error', reject);
  asked.on('response', answered);
  // Without this handler, Node reports an unexpected upgrade only as a closed connection.
  asked.on('upgrade', (_, socket) => {
    socket.destroy();
    reject(new Error('It answered 101, which was not asked for'));
  });
  asked.on('close', () => reject(new Error('The connection ended without an answer')));
  asked.end(body);
  const answer = await promise;
  try {
    const read = await readBody(answer, maxBytes);
    return { status: answer.statusCode ?? 0, headers: answer.headers, ...read };
  } finally {
    asked.destroy();
  }
}

async function inTurn(name: string, signal: AbortSignal, resolve: ResolveName): ReturnType<ResolveName> {
  const end = await lookups.take(name, signal);
  return resolve(name).finally(end);
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<{ body: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: bytes > maxBytes };
}
