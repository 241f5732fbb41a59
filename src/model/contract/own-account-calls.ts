import * as v from 'valibot';
import { emailConfigSchema } from '../entities/system.ts';
import { calls } from './call.ts';
import { message, password } from './fields.ts';
import { email, personName, username } from './person-fields.ts';
import { systemName } from './value-fields.ts';

/** CALL-2: the person's own account and mails, and who lets others in. */
export const ownAccountCalls = calls({
  updateAccount: {
    method: 'PATCH',
    path: '/api/app/client/account',
    access: 'session',
    // Another email takes the password: the host says so by the field 'password'.
    body: v.object({ firstName: personName, lastName: personName, username, email, password: v.optional(password) }),
    reply: v.object({ firstName: v.string(), lastName: v.string(), username: v.string(), email: v.string() }),
  },
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
      // By default the current one.
      mitasId: v.optional(systemName),
    }),
    // As they stand then.
    reply: v.object({ ...message.entries, email: emailConfigSchema }),
  },
  approveRegistration: {
    method: 'POST',
    path: '/api/app/client/registration-approval',
    access: 'superuser',
    body: v.object({ email, firstName: personName, lastName: personName, username }),
    reply: message,
  },
});
