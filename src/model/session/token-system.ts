import * as v from 'valibot';
import { readPayload } from '../entities/access-token.ts';

const claimSchema = v.object({ mitasId: v.string() });

/** The system that was a person's own when their token was made (SPEED-19); null where it names none. */
export function systemOfToken(token: string): string | null {
  const claim = v.safeParse(claimSchema, readPayload(token));
  return claim.success ? claim.output.mitasId : null;
}
