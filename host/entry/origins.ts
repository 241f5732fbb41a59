import { X509Certificate } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { isLoopback, isLoopbackName, type Environment } from '../platform/environment.ts';

/** What tells under which names people reach the host. */
export type Reach = Pick<Environment, 'bind' | 'tls'> & Partial<Pick<Environment, 'publicUrl' | 'consoleOrigin'>>;

export type Names = {
  /** True for a name that the host answers to; as in URLs: lower case, IPv6 in brackets. */
  isHostName: (name: string) => boolean;
  /**
   * True for the origin of a page of ours, as browsers write it: what the websocket hub lets in (SOCK-6). It is PUBLIC_URL,
   * CONSOLE_ORIGIN, or one that this host serves itself: its scheme, its port and one of its own names.
   */
  isPageOrigin: (origin: string) => boolean;
};

/** Under which names and origins the host is itself; `port` is that of its pages. */
export function namesOf({ bind, tls, publicUrl, consoleOrigin }: Reach, port: () => number): Names {
  const certificate = tls === undefined ? undefined : new X509Certificate(tls.cert);
  const told = [publicUrl, consoleOrigin].filter((origin) => origin !== undefined);
  const toldNames = new Set(told.map((origin) => new URL(origin).hostname));
  const scheme = tls === undefined ? 'http:' : 'https:';

  const isOwnAddress = (name: string) => name === bracketed(bind) || (isAnyAddress(bind) && interfaceNames().includes(name));
  const isServed = (name: string) => isOwnAddress(name) || (certificate !== undefined && isNamedBy(certificate, name));
  return {
    // Loopback names cannot be made to lead anywhere else, so that no stranger's page has one.
    isHostName: (name) => isLoopbackName(name) || toldNames.has(name) || isServed(name),
    isPageOrigin(origin) {
      if (told.includes(origin)) return true;
      const url = parsed(origin);
      if (url === null || url.origin !== origin || url.protocol !== scheme) return false;
      if (Number(url.port || defaultPorts[scheme]) !== port()) return false;
      const reachesLoopback = isLoopback(bind) || isAnyAddress(bind);
      return (reachesLoopback && isLoopbackName(url.hostname)) || isServed(url.hostname);
    },
  };
}

const defaultPorts = { 'http:': 80, 'https:': 443 } as const;

/**
 * The address of the page for a person, one that can be opened: PUBLIC_URL, a name in the certificate, or an address of this machine.
 */
export function pageUrl({ bind, tls, publicUrl }: Reach, port: number): string {
  return publicUrl ?? ownUrl({ bind, tls }, port);
}

/** The same without PUBLIC_URL: what this process listens on itself. */
export function ownUrl({ bind, tls }: Pick<Reach, 'bind' | 'tls'>, port: number): string {
  const address = isAnyAddress(bind) ? (interfaceNames()[0] ?? 'localhost') : bracketed(bind);
  const named =
    tls === undefined || isLoopback(bind) ? undefined : certificateNames(tls.cert).find((name) => !name.includes('*'));
  // URL leaves out a port that is the scheme's own, as browsers do.
  return new URL(`${tls === undefined ? 'http' : 'https'}://${named ?? address}:${port}`).origin;
}

/** What an operator has to know at the start: a certificate that lets nobody's page in looks like any other until somebody comes. */
export function reachWarnings({ bind, tls, publicUrl }: Reach): string[] {
  if (tls === undefined || (isLoopback(bind) && publicUrl === undefined)) return [];
  const names = certificateNames(tls.cert);
  const warnings: string[] = [];
  const addresses = isAnyAddress(bind) ? interfaceNames() : [bracketed(bind)];
  const byAddress = `at ${addresses.join(', ') || 'no address at all'}, after a browser's warning`;
  if (names.length === 0)
    warnings.push(
      `The certificate in TLS_CERT has no subjectAltName, and browsers look at no other name. Until it has one, pages open ${
        publicUrl === undefined ? byAddress : `at ${publicUrl}, after a browser's warning`
      }: take a certificate with the host's name${publicUrl === undefined ? ', or set PUBLIC_URL to the address that people open' : ''}.`,
    );
  else if (publicUrl !== undefined && !isNamedBy(new X509Certificate(tls.cert), new URL(publicUrl).hostname))
    warnings.push(
      `The certificate in TLS_CERT is for ${names.join(', ')}, not for PUBLIC_URL ${publicUrl}: browsers will warn of it.`,
    );
  else if (publicUrl === undefined && names.every((name) => name.includes('*')))
    warnings.push(
      `The certificate in TLS_CERT is for ${names.join(', ')}: pages open under any such name, but no address can be told. Set PUBLIC_URL to the address that people open.`,
    );
  return warnings;
}

/** As browsers match names: subjectAltName only, and a star stands for the whole leftmost label and for no more. */
function isNamedBy(certificate: X509Certificate, name: string): boolean {
  if (/^\[.*\]$|^[\d.]+$/.test(name)) return certificate.checkIP(name.replace(/^\[|\]$/g, '')) !== undefined;
  return certificate.checkHost(name, { subject: 'never', wildcards: true, partialWildcards: false }) !== undefined;
}

/** The names in a certificate, as in URLs; a wildcard's with its star. */
function certificateNames(pem: string): string[] {
  const { subjectAltName = '' } = new X509Certificate(pem);
  return subjectAltName.split(', ').flatMap((entry) => {
    const name = /^(?:DNS|IP Address):(.+)$/.exec(entry)?.[1];
    return name === undefined ? [] : (parsed(`https://${bracketed(name)}`)?.hostname ?? []);
  });
}

/** The addresses of this machine that others may reach, as names in URLs; looked up each time, for they come and go. */
function interfaceNames(): string[] {
  const found = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return found
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .toSorted((one, other) => one.family.localeCompare(other.family))
    .map(({ address }) => bracketed(address));
}

function isAnyAddress(bind: string): boolean {
  return bind === '0.0.0.0' || parsed(`http://${bracketed(bind)}`)?.hostname === '[::]';
}

function bracketed(name: string): string {
  return name.includes(':') ? (parsed(`http://[${name}]`)?.hostname ?? name) : name;
}

function parsed(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}
