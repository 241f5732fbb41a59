import proxyAddr from '@fastify/proxy-addr';

/** True where there is a server, and a login that can be told it. */
export function isReadableServer(address: string): boolean {
  try {
    const { hostname, username, password } = new URL(address);
    decodeURIComponent(username + password);
    return hostname !== '' && (password === '' || username !== '');
  } catch {
    return false;
  }
}

/** An address, a range or one of the names that the library has for ranges. A range of everybody is none. */
export function isAddressRange(text: string): boolean {
  try {
    proxyAddr.compile([text]);
    return true;
  } catch {
    return false;
  }
}
