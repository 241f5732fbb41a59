import * as v from 'valibot';
import { emailConfigSchema } from '../entities/system.ts';
import { calls } from './call.ts';
import { message, name, password } from '../fields/fields.ts';
import { sessionSchema } from '../entities/session.ts';
import { email, newUsername, personName, sessionId } from '../fields/person-fields.ts';
import { systemName } from '../fields/value-fields.ts';

/** CALL-2: the person's own account and mails, and who lets others in. */
export const ownAccountCalls = calls({
  updateAccount: {
    method: 'PATCH',
    path: '/api/app/client/account',
    access: 'session',
    // Another email takes the password: the host says so by the field 'password'. Username and email may be
    // of before a rule that a new one keeps; the host asks that of those that are other than they were.
    body: v.object({
      firstName: personName,
      lastName: personName,
      username: v.union([newUsername, name(120)]),
      email: v.union([email, name(254)]),
      password: v.optional(password),
    }),
    // Another email counts once it is confirmed by the link mailed there: until then it is `pendingEmail`.
    reply: v.object({
      ...message.entries,
      firstName: v.string(),
      lastName: v.string(),
      username: v.string(),
      email: v.string(),
      pendingEmail: v.nullable(v.string()),
    }),
  },
  listSessions: {
    method: 'GET',
    path: '/api/app/client/sessions',
    access: 'session',
    reply: v.object({ sessions: v.array(sessionSchema) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/app/client/sessions',
    access: 'session',
    query: v.object({ sessionId }),
    reply: message,
  },
  endOtherSessions: { method: 'DELETE', path: '/api/app/client/sessions/others', access: 'session', reply: message },
  setEmailNotifications: {
    method: 'PATCH',
    path: '/api/app/client/email-notifications',
    access: 'session',
    body: v.object({
      // Those that are left out stay as they are: what another page shows may be old.
      emailsEnabled: v.optional(v.boolean()),
      emailAlarms: v.optional(v.boolean()),
      emailReports: v.optional(v.boolean()),
      emailTagSpotted: v.optional(v.boolean()),
      // By default the current one, or the only one (SYS-5).
      mitasId: v.optional(systemName),
    }),
    // As they stand then.
    reply: v.object({ ...message.entries, email: emailConfigSchema }),
  },
  approveRegistration: {
    method: 'POST',
    path: '/api/app/client/registration-approval',
    access: 'superuser',
    body: v.object({ email, firstName: personName, lastName: personName, username: newUsername }),
    reply: message,
  },
});
