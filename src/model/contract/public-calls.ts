import * as v from 'valibot';
import { calls } from './call.ts';
import { email, message, name, nothing, password, personName, username } from './fields.ts';

const accessToken = v.object({ accessToken: v.string() });

/** CALL-1: public and auth, as far as the login needs them; the rest stands in account-calls.ts. */
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
  registrationRequest: {
    method: 'POST',
    path: '/api/public/registration-request',
    access: 'public',
    body: v.object({
      firstName: personName,
      lastName: personName,
      email,
      company: v.pipe(name(200), v.minLength(3)),
      username,
    }),
    reply: message,
  },
  resetPassword: {
    method: 'PATCH',
    path: '/api/public/reset-password',
    access: 'public',
    body: v.object({ user: name(254) }),
    reply: message,
  },
  renewToken: {
    method: 'GET',
    path: '/api/auth/renew-token',
    access: 'session',
    reply: accessToken,
  },
});
