import { readPayload } from '../entities/access-token.ts';

/** The system that was a person's own when their token was made (SPEED-19); null where it names none. */
export function systemOfToken(token: string): string | null {
  const { mitasId }: { mitasId?: unknown } = Object(readPayload(token));
  return typeof mitasId === 'string' ? mitasId : null;
}
