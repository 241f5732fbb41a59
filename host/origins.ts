import { X509Certificate } from 'node:crypto';
import { isLoopback, type Environment } from './environment.ts';

/**
 * The origins of the console's own pages, as browsers write them: what the websocket hub lets in (decisions, Account). On loopback all
 * its names; elsewhere the names in the certificate, because a browser takes the page from no other.
 */
export function pageOrigins({ bind, tls }: Pick<Environment, 'bind' | 'tls'>, port: number): string[] {
  const names = new Set(tls === undefined ? [] : certificateNames(tls.cert));
  if (isLoopback(bind)) for (const name of ['127.0.0.1', 'localhost', '[::1]', bracketed(bind)]) names.add(name);
  // URL leaves out a port that is the scheme's own, as browsers do.
  return [...names].map((name) => new URL(`${tls === undefined ? 'http' : 'https'}://${name}:${port}`).origin);
}

/** The address of the page for a person. */
export function pageUrl({ bind, tls }: Pick<Environment, 'bind' | 'tls'>, port: number): string {
  const name = tls === undefined || isLoopback(bind) ? bracketed(bind) : (certificateNames(tls.cert)[0] ?? bracketed(bind));
  return new URL(`${tls === undefined ? 'http' : 'https'}://${name}:${port}`).origin;
}

function certificateNames(pem: string): string[] {
  const { subjectAltName = '' } = new X509Certificate(pem);
  return subjectAltName
    .split(', ')
    .flatMap((entry) => /^(?:DNS|IP Address):(.+)$/.exec(entry)?.[1] ?? [])
    .filter((name) => !name.includes('*'))
    .map(bracketed);
}

function bracketed(name: string): string {
  return name.includes(':') ? `[${name}]` : name;
}
