import { X509Certificate } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { isLoopback, isLoopbackName, type Environment } from '../platform/environment.ts';

/** The settings that determine the host's names. */
export type Reach = Pick<Environment, 'bind' | 'tls'> & Partial<Pick<Environment, 'publicUrl' | 'consoleOrigin'>>;

export type Names = {
  /** Returns true for a name that the host answers to, written as in URLs: lower case, IPv6 in brackets. */
  isHostName: (name: string) => boolean;
  /**
   * Returns true for the Origin of a page that may open the websocket (SOCK-6): PUBLIC_URL, CONSOLE_ORIGIN,
   * or one of this host's own names with its scheme and port.
   */
  isPageOrigin: (origin: string) => boolean;
};

/** Returns checks for the host's own names and origins. `port` returns the port of its pages. */
export function namesOf({ bind, tls, publicUrl, consoleOrigin }: Reach, port: () => number): Names {
  const certificate = tls === undefined ? undefined : new X509Certificate(tls.cert);
  const named = [publicUrl, consoleOrigin].filter((origin) => origin !== undefined);
  const namedHosts = new Set(named.map((origin) => new URL(origin).hostname));
  const scheme = tls === undefined ? 'http:' : 'https:';

  const isOwnAddress = (name: string) => name === bracketed(bind) || (isAnyAddress(bind) && interfaceNames().includes(name));
  const isServed = (name: string) => isOwnAddress(name) || (certificate !== undefined && isNamedBy(certificate, name));
  return {
    // A loopback name always means this machine, so no foreign page can use one.
    isHostName: (name) => isLoopbackName(name) || namedHosts.has(name) || isServed(name),
    isPageOrigin(origin) {
      if (named.includes(origin)) return true;
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
 * Returns a page address that a person can open: PUBLIC_URL, a name in the certificate, or an address of this
 * machine.
 */
export function pageUrl({ bind, tls, publicUrl }: Reach, port: number): string {
  return publicUrl ?? ownUrl({ bind, tls }, port);
}

/** Like `pageUrl`, without PUBLIC_URL: returns an address at which this process itself listens. */
export function ownUrl({ bind, tls }: Pick<Reach, 'bind' | 'tls'>, port: number): string {
  const address = isAnyAddress(bind) ? (interfaceNames()[0] ?? 'localhost') : bracketed(bind);
  const named =
    tls === undefined || isLoopback(bind) ? undefined : certificateNames(tls.cert).find((name) => !name.includes('*'));
  // `URL` leaves out the default port of the scheme, as browsers do.
  return new URL(`${tls === undefined ? 'http' : 'https'}://${named ?? address}:${port}`).origin;
}

/**
 * Returns warnings for the operator at the start. Without them, a certificate that fits no address of the
 * host would go unnoticed until a page fails to open.
 */
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
      `The certificate in TLS_CERT is for ${names.join(', ')}: pages open under any such name, but no address is known. Set PUBLIC_URL to the address that people open.`,
    );
  return warnings;
}

/**
 * Returns true if a certificate is for this name. Matches as browsers do: by subjectAltName only, and a star
 * matches only a complete leftmost label.
 */
function isNamedBy(certificate: X509Certificate, name: string): boolean {
  if (/^\[.*\]$|^[\d.]+$/.test(name)) return certificate.checkIP(name.replace(/^\[|\]$/g, '')) !== undefined;
  return certificate.checkHost(name, { subject: 'never', wildcards: true, partialWildcards: false }) !== undefined;
}

/** Returns the names in a certificate, written as in URLs. Wildcards keep their star. */
function certificateNames(pem: string): string[] {
  const { subjectAltName = '' } = new X509Certificate(pem);
  return subjectAltName.split(', ').flatMap((entry) => {
    const name = /^(?:DNS|IP Address):(.+)$/.exec(entry)?.[1];
    return name === undefined ? [] : (parsed(`https://${bracketed(name)}`)?.hostname ?? []);
  });
}

/**
 * Returns the addresses at which other machines reach this one, written as in URLs. Reads them each time,
 * because they change.
 */
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
