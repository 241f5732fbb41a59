import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Turns } from '../turns.ts';
import { isOuterAddress } from './outer-address.ts';

/** The addresses of a name. */
export type ResolveName = (name: string) => Promise<readonly { address: string; family: number }[]>;

/** Whether the host may go to an address that is not of the Internet, asked for by that name. */
export type MayReachInner = (address: string, name: string) => boolean;

/** What is asked of a server that somebody else than the operator may have named. */
export type OutwardQuestion = {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Ends it, whatever it waits for. */
  signal: AbortSignal;
  /** So much of the answer is read. */
  maxBytes: number;
  mayReachInner: MayReachInner;
  resolve?: ResolveName | undefined;
};

/** `isCut` where the body was longer than it was read. */
export type OutwardAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer; isCut: boolean };

/** Thrown where the host may not go: the address is of a network of its own (HOST-15). */
export class InnerAddress extends Error {
  override name = 'InnerAddress';
}

const byDns: ResolveName = (name) => lookup(name, { all: true });

/**
 * A lookup cannot be ended, and holds one of the process's four threads, which files need too, for as long as
 * a name server is silent: so many at once, of a name one.
 */
const lookups = new Turns<string>({ perKey: 1, total: 2 });

/**
 * Asks a server on the Internet once (HOST-15). The connection goes to the very addresses that were judged:
 * what a name says a moment later is not asked. Follows nothing that it leads on to.
 * @throws InnerAddress where it lies within; whatever the connection fails by otherwise.
 */
export async function askOutward(at: URL, question: OutwardQuestion): Promise<OutwardAnswer> {
  const { method = 'GET', headers = {}, body, signal, maxBytes, mayReachInner, resolve = byDns } = question;
  const name = at.hostname.replace(/^\[|\]$/g, '');
  const refuseInner = (address: string) => {
    if (!isOuterAddress(address) && !mayReachInner(address, at.hostname))
      throw new InnerAddress(`${at.hostname} is an address within a network`);
  };
  // Of an address that is written out no name is looked up.
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
  // A connection of its own: one that stands may have been judged by other means.
  const asked = request(at, { method, headers, agent: false, lookup: judgedLookup, signal });
  asked.on('error', reject);
  asked.on('response', answered);
  // Of a change of protocol that nobody asked for Node says nothing but that the connection is closed.
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
