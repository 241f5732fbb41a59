/**
 * Returns a generator of random 128-bit ids in hexadecimal. `randomUUID` does not exist on pages without TLS.
 */
export function createNewId(crypto: Pick<Crypto, 'getRandomValues'>): () => string {
  return () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
