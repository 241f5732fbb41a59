import * as v from 'valibot';
import { calls } from './call.ts';
import { name, nothing, password } from '../fields/fields.ts';

const accessToken = v.object({ accessToken: v.string() });

/** CALL-1: the public and auth calls that logging in needs. The others are in account-calls.ts. */
export const publicCalls = calls({
  csrfToken: {
    method: 'GET',
    path: '/api/public/csrf-token',
    access: 'public',
    reply: v.object({ csrfToken: v.string() }),
  },
  login: {
    method: 'POST',
    path: '/api/public/login',
    access: 'public',
    body: v.object({ username: name(254), password }),
    reply: accessToken,
  },
  accessToken: {
    method: 'GET',
    path: '/api/public/access-token',
    access: 'public',
    reply: accessToken,
  },
  logout: { method: 'PATCH', path: '/api/public/logout', access: 'public', reply: nothing },
  renewToken: {
    method: 'GET',
    path: '/api/auth/renew-token',
    access: 'session',
    reply: accessToken,
  },
});
