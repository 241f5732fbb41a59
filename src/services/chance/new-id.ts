/**
 * Gives ids of 128 bits of chance in hexadecimal digits. Not `randomUUID`: browsers keep that from pages that
 * come over plain http.
 */
export function createNewId(crypto: Pick<Crypto, 'getRandomValues'>): () => string {
  return () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
