import * as v from 'valibot';
import { accountSchema } from '../entities/account.ts';
import { systemSchema } from '../entities/system.ts';
import { calls } from './call.ts';
import { alarmId, systemName, timezoneName } from '../fields/value-fields.ts';

const tokenAndAccount = v.object({ token: v.string(), clientAccount: accountSchema });

/** CALL-2: the person's own data that every page needs. */
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
  setDarkMode: {
    method: 'PATCH',
    path: '/api/app/client/dark-mode',
    access: 'session',
    body: v.object({ darkMode: v.boolean() }),
    reply: v.object({ darkMode: v.boolean() }),
  },
  setCsvForExcel: {
    method: 'PATCH',
    path: '/api/app/client/csv-for-excel',
    access: 'session',
    body: v.object({ csvForExcel: v.boolean() }),
    reply: v.object({ csvForExcel: v.boolean() }),
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
  setLastSeen: {
    method: 'PATCH',
    path: '/api/app/client/last-seen',
    access: 'session',
    // The page names its system, because another tab may have switched the current system to one whose alarms
    // the person has not seen. `insteadOf` is the mark to take back; without it, a mark never moves back
    // (ALM-25).
    body: v.object({ lastSeenAlarmId: alarmId, mitasId: v.optional(systemName), insteadOf: v.optional(alarmId) }),
    reply: v.object({ lastSeenAlarmId: v.nullable(v.number()), lastSeenVersion: v.nullable(v.number()) }),
  },
});
