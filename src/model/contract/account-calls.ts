import * as v from 'valibot';
import { mailSubscriptions } from '../entities/mail-subscription.ts';
import { calls } from './call.ts';
import { message, name, password } from '../fields/fields.ts';
import { company, derivedUsername, email, linkToken, newUsername, personName } from '../fields/person-fields.ts';

/**
 * CALL-1: requesting an account or a password reset, following links in emails, and setting a new password.
 */
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
    // `purpose` says what the link is for, so that its page shows the right form. The call only reports this;
    // it does not use the link. The status is 208 if this link was checked before, or if the email that it
    // confirms is already confirmed.
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
