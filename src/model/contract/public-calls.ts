import * as v from 'valibot';
import { calls } from './call.ts';
import { email, linkToken, message, name, nothing, password, personName, username } from './fields.ts';

const accessToken = v.object({ accessToken: v.string() });

/** CALL-1: public and auth. */
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
  verifyToken: {
    method: 'PATCH',
    path: '/api/public/verify-token',
    access: 'public',
    body: v.object({ token: linkToken, email }),
    reply: message,
    summary: 'Check the token of a mailed link',
  },
  setPassword: {
    method: 'PATCH',
    path: '/api/public/password',
    access: 'public',
    body: v.object({ token: linkToken, email, password }),
    reply: message,
    summary: 'Set a password with the token of a mailed link',
  },
  completeProfile: {
    method: 'PATCH',
    path: '/api/public/complete-profile',
    access: 'public',
    body: v.object({ token: linkToken, email, password, firstName: personName, lastName: personName, username }),
    reply: message,
    summary: 'Complete an invited account',
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/public/unsubscribe',
    access: 'public',
    body: v.object({ token: linkToken }),
    reply: v.object({ success: v.boolean(), type: v.picklist(['alarms', 'reports', 'all']), alreadyUnsubscribed: v.boolean() }),
    summary: 'Stop mails with the token of a mailed link',
  },
  updatePassword: {
    method: 'PATCH',
    path: '/api/auth/update-password',
    access: 'session',
    body: v.object({ oldPass: password, newPass: password }),
    reply: message,
    summary: 'Change the own password',
  },
  renewToken: {
    method: 'GET',
    path: '/api/auth/renew-token',
    access: 'session',
    reply: accessToken,
    summary: 'A fresh access token for a live one',
  },
});
