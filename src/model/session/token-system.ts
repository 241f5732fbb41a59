import { readPayload } from '../entities/access-token.ts';

/** Returns the system that was current when the token was issued (SPEED-19); null if the token names none. */
export function systemOfToken(token: string): string | null {
  const { mitasId }: { mitasId?: unknown } = Object(readPayload(token));
  return typeof mitasId === 'string' ? mitasId : null;
}
