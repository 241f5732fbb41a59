import { type Insertable, sql } from 'kysely';
import type { Db } from '../database.ts';
import type { RegistrationRequestTable } from '../schema-accounts.ts';

const sameEmail = (email: string) => sql<boolean>`login_name(email) = login_name(${email})`;

/**
 * Stores a request for an account. It replaces an earlier request with the same email that was not approved.
 */
export async function keepRegistration({ db }: Db, request: Insertable<RegistrationRequestTable>): Promise<void> {
  await db.deleteFrom('registration_requests').where(sameEmail(request.email)).where('approved_at', 'is', null).execute();
  await db.insertInto('registration_requests').values(request).execute();
}

/**
 * Marks the open request with that email as approved and returns its company. Returns undefined if there is
 * none, as for the second of two simultaneous approvals.
 */
export function approveRegistration({ db }: Db, email: string): Promise<{ company: string } | undefined> {
  return db
    .updateTable('registration_requests')
    .set({ approved_at: sql<Date>`now()` })
    .where(sameEmail(email))
    .where('approved_at', 'is', null)
    .returning('company')
    .executeTakeFirst();
}
