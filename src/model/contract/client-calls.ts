import * as v from 'valibot';
import { accountSchema } from '../entities/account.ts';
import { systemSchema } from '../entities/system.ts';
import { calls } from './call.ts';
import { email, message, password, personName, username } from './fields.ts';
import { alarmId, systemName, timezoneName } from './value-fields.ts';

const tokenAndAccount = v.object({ token: v.string(), clientAccount: accountSchema });

/** CALL-2: the person's own. */
export const clientCalls = calls({
  listSystems: {
    method: 'GET',
    path: '/api/app/client/mitas',
    access: 'session',
    reply: v.object({ systems: v.array(systemSchema) }),
  },
  getAccount: {
    method: 'GET',
    path: '/api/app/client/account',
    access: 'session',
    reply: accountSchema,
  },
  updateAccount: {
    method: 'PATCH',
    path: '/api/app/client/account',
    access: 'session',
    // Another email takes the password: the host says so by the field 'password'.
    body: v.object({ firstName: personName, lastName: personName, username, email, password: v.optional(password) }),
    reply: v.object({ firstName: v.string(), lastName: v.string(), username: v.string(), email: v.string() }),
  },
  setDarkMode: {
    method: 'PATCH',
    path: '/api/app/client/dark-mode',
    access: 'session',
    body: v.object({ darkMode: v.boolean() }),
    reply: v.object({ darkMode: v.boolean() }),
  },
  selectHost: {
    method: 'PATCH',
    path: '/api/app/client/host',
    access: 'session',
    body: v.object({ mitasId: systemName }),
    reply: tokenAndAccount,
  },
  setTimezone: {
    method: 'PATCH',
    path: '/api/app/client/timezone',
    access: 'session',
    body: v.object({ timezone: timezoneName, autoTimezone: v.boolean() }),
    reply: tokenAndAccount,
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
  setLastSeen: {
    method: 'PATCH',
    path: '/api/app/client/last-seen',
    access: 'session',
    // A page names its system: another tab may have made another one current meanwhile, whose alarms nobody
    // has seen.
    body: v.object({ lastSeenAlarmId: alarmId, mitasId: v.optional(systemName) }),
    reply: v.object({ lastSeenAlarmId: v.nullable(v.number()) }),
  },
  approveRegistration: {
    method: 'POST',
    path: '/api/app/client/registration-approval',
    access: 'superuser',
    body: v.object({ email, firstName: personName, lastName: personName, username }),
    reply: message,
  },
});
