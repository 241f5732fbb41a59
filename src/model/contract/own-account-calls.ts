import * as v from 'valibot';
import { emailConfigSchema } from '../entities/system.ts';
import { calls } from './call.ts';
import { message, name, password } from '../fields/fields.ts';
import { sessionSchema } from '../entities/session.ts';
import { email, newUsername, personName, sessionId } from '../fields/person-fields.ts';
import { systemName } from '../fields/value-fields.ts';

/** CALL-2: the person's own account and emails, and the approval of new accounts. */
export const ownAccountCalls = calls({
  updateAccount: {
    method: 'PATCH',
    path: '/api/app/client/account',
    access: 'session',
    // A new email requires the password: without it, the host names the field 'password'. Username and email
    // may be older than a rule for new ones, so the host applies that rule only if they change.
    body: v.object({
      firstName: personName,
      lastName: personName,
      username: v.union([newUsername, name(120)]),
      email: v.union([email, name(254)]),
      password: v.optional(password),
    }),
    // A new email is valid once the person follows the link mailed to it; until then it is `pendingEmail`.
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
      // Omitted fields keep their value, because the page may show old ones.
      emailsEnabled: v.optional(v.boolean()),
      emailAlarms: v.optional(v.boolean()),
      emailReports: v.optional(v.boolean()),
      emailTagSpotted: v.optional(v.boolean()),
      // By default the current system, or the only one (SYS-5).
      mitasId: v.optional(systemName),
    }),
    // The settings after the change.
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
