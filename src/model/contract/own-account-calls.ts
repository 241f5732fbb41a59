import * as v from 'valibot';
import { calls } from './call.ts';
import { email, message, password, personName, username } from './fields.ts';
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
      emailsEnabled: v.boolean(),
      emailAlarms: v.boolean(),
      emailReports: v.boolean(),
      emailTagSpotted: v.boolean(),
      // By default the current one.
      mitasId: v.optional(systemName),
    }),
    reply: message,
  },
  approveRegistration: {
    method: 'POST',
    path: '/api/app/client/registration-approval',
    access: 'superuser',
    body: v.object({ email, firstName: personName, lastName: personName, username }),
    reply: message,
  },
});
