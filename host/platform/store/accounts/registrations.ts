import { type Insertable, sql } from 'kysely';
import type { Db } from '../database.ts';
import type { RegistrationRequestTable } from '../schema-accounts.ts';

const sameEmail = (email: string) => sql<boolean>`login_name(email) = login_name(${email})`;

/** Keeps what somebody asks for who wants an account, instead of what the same email asked for before. */
export async function keepRegistration({ db }: Db, request: Insertable<RegistrationRequestTable>): Promise<void> {
  await db.deleteFrom('registration_requests').where(sameEmail(request.email)).where('approved_at', 'is', null).execute();
  await db.insertInto('registration_requests').values(request).execute();
}

/**
 * Closes the open request of an email, and answers what it said; undefined where there is none: of two who
 * approve it at once the second finds none.
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
