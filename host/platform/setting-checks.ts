import proxyAddr from '@fastify/proxy-addr';

/** Returns whether a url names a server and has a valid login: a password only together with a user. */
export function isReadableServer(address: string): boolean {
  try {
    const { hostname, username, password } = new URL(address);
    decodeURIComponent(username + password);
    return hostname !== '' && (password === '' || username !== '');
  } catch {
    return false;
  }
}

/**
 * Returns whether a text is an address, a range, or the name of a range in the library. The range of all
 * addresses is refused.
 */
export function isAddressRange(text: string): boolean {
  try {
    proxyAddr.compile([text]);
    return true;
  } catch {
    return false;
  }
}
