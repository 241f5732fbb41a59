import * as v from 'valibot';
import { mailSubscriptions } from '../entities/mail-subscription.ts';
import { calls } from './call.ts';
import { message, name, password } from '../fields/fields.ts';
import { company, derivedUsername, email, linkToken, newUsername, personName } from '../fields/person-fields.ts';

/** CALL-1: requesting an account or a password reset, following mailed links, and setting a new password. */
export const accountCalls = calls({
  registrationRequest: {
    method: 'POST',
    path: '/api/public/registration-request',
    access: 'public',
    body: v.object({
      firstName: personName,
      lastName: personName,
      email,
      company,
      username: derivedUsername,
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
  verifyToken: {
    method: 'PATCH',
    path: '/api/public/verify-token',
    access: 'public',
    body: v.object({ token: linkToken, email }),
    // What the link is for, so that its page shows the right form; this call does nothing yet. The status is
    // 208 if this was answered before, or if the email that it confirms is confirmed already.
    reply: v.object({
      ...message.entries,
      purpose: v.picklist(['complete', 'reset', 'email', 'join']),
      // The name of the system that the invitation is for.
      commonName: v.nullable(v.string()),
    }),
  },
  setPassword: {
    method: 'PATCH',
    path: '/api/public/password',
    access: 'public',
    body: v.object({ token: linkToken, email, password }),
    reply: message,
  },
  completeProfile: {
    method: 'PATCH',
    path: '/api/public/complete-profile',
    access: 'public',
    body: v.object({
      token: linkToken,
      email,
      password,
      firstName: personName,
      lastName: personName,
      username: newUsername,
    }),
    reply: message,
  },
  acceptInvitation: {
    method: 'PATCH',
    path: '/api/public/accept-invitation',
    access: 'public',
    body: v.object({ token: linkToken, email }),
    reply: v.object({ mitasId: v.string(), commonName: v.string() }),
  },
  confirmEmail: {
    method: 'PATCH',
    path: '/api/public/confirm-email',
    access: 'public',
    body: v.object({ token: linkToken, email }),
    reply: message,
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/public/unsubscribe',
    access: 'public',
    body: v.object({ token: linkToken }),
    reply: v.object({ success: v.boolean(), type: v.picklist(mailSubscriptions), alreadyUnsubscribed: v.boolean() }),
  },
  updatePassword: {
    method: 'PATCH',
    path: '/api/auth/update-password',
    access: 'session',
    body: v.object({ oldPass: password, newPass: password }),
    reply: message,
  },
});
