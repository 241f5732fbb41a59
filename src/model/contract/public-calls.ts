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
    summary: 'A csrf token for the double submit',
  },
  login: {
    method: 'POST',
    path: '/api/public/login',
    access: 'public',
    body: v.object({ username: name(254), password }),
    reply: accessToken,
    summary: 'Log in by username or email',
  },
  accessToken: {
    method: 'GET',
    path: '/api/public/access-token',
    access: 'public',
    reply: accessToken,
    summary: 'A fresh access token for the refresh cookie; rotates the cookie',
  },
  logout: { method: 'PATCH', path: '/api/public/logout', access: 'public', reply: nothing, summary: 'End the session' },
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
    summary: 'Ask for an account',
  },
  resetPassword: {
    method: 'PATCH',
    path: '/api/public/reset-password',
    access: 'public',
    body: v.object({ user: name(254) }),
    reply: message,
    summary: 'Ask for a mail that resets the password',
  },
  renewToken: {
    method: 'GET',
    path: '/api/auth/renew-token',
    access: 'session',
    reply: accessToken,
    summary: 'A fresh access token for a live one',
  },
});
