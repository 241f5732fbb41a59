import { approvalPage, type Candidate } from '#model/forms/mailed-links.ts';
import type { Mail } from '../mail/index.ts';

/*
 * Emails about people's accounts. They concern what the reader did or must know, so one cannot unsubscribe
 * from them.
 */

const ignoreIt = { paragraph: 'If this was not you, ignore this mail.' };

/** To the host's operator: someone requests an account. */
export function registrationMail(to: string, candidate: Candidate, company: string, pageUrl: string): Mail {
  const name = `${candidate.firstName} ${candidate.lastName}`;
  return {
    to,
    kind: 'registration',
    subject: `${name} asks for an account`,
    body: [
      { paragraph: `${name} signed up and can log in once you approve the registration.` },
      { rows: [['Name', name] as const, ['Email', candidate.email], ['Company', company], ['Username', candidate.username]] },
      { link: 'Review the registration', href: pageUrl + approvalPage(candidate) },
      { paragraph: 'If you do not know them, do nothing. This mail gives nobody access.' },
    ],
  };
}

/** To an approved person: how to complete the account. */
export function completionMail(to: string, link: string): Mail {
  return {
    to,
    kind: 'completion',
    holdsLink: true,
    subject: 'Your registration was approved',
    body: [
      { paragraph: 'Your account is ready. Check your names and choose a password:' },
      { link: 'Complete your profile', href: link },
      { paragraph: 'The link works once, for 14 days. After that, request a new one with Forgot password.' },
      ignoreIt,
    ],
  };
}

/** To an invited person, with or without an account. */
export function invitationMail(
  to: string,
  { systemId, system, sender, role, link }: { systemId: string; system: string; sender: string; role: string; link: string },
): Mail {
  return {
    to,
    systemId,
    kind: 'invitation',
    holdsLink: true,
    subject: `${sender} invites you to ${system}`,
    body: [
      { paragraph: `${sender} invites you to ${system}, a system of the telemetry console.` },
      { rows: [['System', system] as const, ['Your role', role]] },
      { link: 'Accept the invitation', href: link },
      { paragraph: 'The link works once, for 14 days.' },
      { paragraph: 'If you do not want to join, do nothing.' },
    ],
  };
}

/** To a person who requested a password reset. */
export function resetMail(to: string, username: string, link: string): Mail {
  return {
    to,
    kind: 'reset',
    holdsLink: true,
    subject: 'Set a new password',
    body: [
      { paragraph: `Somebody requested a new password for your account ${username}.` },
      { link: 'Set a new password', href: link },
      { paragraph: 'The link works once, for one hour.' },
      ignoreIt,
    ],
  };
}

/** To a new email, which takes effect once it is confirmed by the link. */
export function emailMail(to: string, username: string, link: string): Mail {
  return {
    to,
    kind: 'email',
    holdsLink: true,
    subject: 'Confirm your email',
    body: [
      { paragraph: `The account ${username} is to use this email address. Open the link, and confirm there that it is yours:` },
      { link: 'Confirm this email', href: link },
      { paragraph: 'The link works once, for a day.' },
      ignoreIt,
    ],
  };
}

/** To the present email, which stays in use until the new one is confirmed. */
export function emailAskedMail(to: string, username: string, asked: string, pageUrl: string): Mail {
  return {
    to,
    kind: 'email-asked',
    subject: 'New email for your account',
    body: [
      {
        paragraph: `Your account ${username} is to use a new email: ${asked}. The change takes effect when it is confirmed with the link mailed to that address.`,
      },
      { paragraph: 'If this was not you, change your password now. The link then stops working.' },
      { link: 'Open the console', href: `${pageUrl}/login` },
    ],
  };
}

/** To both emails, once the new one is confirmed. */
export function emailConfirmedMail(to: string, username: string, email: string, pageUrl: string): Mail {
  return {
    to,
    kind: 'email-changed',
    subject: 'Your email was changed',
    body: [
      { paragraph: `The email of your account ${username} is now ${email}.` },
      { paragraph: 'If this was not you, tell the operator of this host now.' },
      { link: 'Open the console', href: `${pageUrl}/login` },
    ],
  };
}

/** To a person whose password was set or changed. */
export function passwordMail(to: string, username: string, pageUrl: string): Mail {
  return {
    to,
    kind: 'password',
    subject: 'Your password was set',
    body: [
      { paragraph: `The password of your account ${username} was set. Its other sessions were ended.` },
      { paragraph: 'If this was not you, set a new one with Forgot password now, and tell the operator of this host.' },
      { link: 'Open the console', href: `${pageUrl}/login` },
    ],
  };
}

/** To the owner of a new access key. The email never contains the key. */
export function accessKeyMail(
  to: string,
  { username, system, name, pageUrl }: { username: string; system: string; name: string; pageUrl: string },
): Mail {
  return {
    to,
    kind: 'access-key',
    subject: 'A key for programs was created',
    body: [
      { paragraph: `A key was created with your account ${username}. Programs can use it to read the data of ${system}.` },
      { rows: [['Key', name] as const] },
      { paragraph: 'If this was not you, revoke it in Settings and change your password now.' },
      { link: 'Open the console', href: `${pageUrl}/login` },
    ],
  };
}
