import { approvalPage, type Candidate } from '#model/people/mailed-links.ts';
import type { Mail } from '../mail/index.ts';

/*
 * What people are mailed of their accounts. They are about what their reader did, or must know, so nobody is
 * off them.
 */

const ignoreIt = { paragraph: 'If that was not you, ignore this mail.' };

/** To who operates the host: somebody wants in. */
export function registrationMail(to: string, candidate: Candidate, company: string, pageUrl: string): Mail {
  const name = `${candidate.firstName} ${candidate.lastName}`;
  return {
    to,
    kind: 'registration',
    subject: `${name} asks for an account`,
    body: [
      { paragraph: `${name} has signed up, and can log in once you have approved it.` },
      { rows: [['Name', name] as const, ['Email', candidate.email], ['Company', company], ['Username', candidate.username]] },
      { link: 'Look at the registration', href: pageUrl + approvalPage(candidate) },
      { paragraph: 'Do nothing if you do not know them: nobody is let in by this mail.' },
    ],
  };
}

/** To who was approved: what is left to do. */
export function completionMail(to: string, link: string): Mail {
  return {
    to,
    kind: 'completion',
    holdsLink: true,
    subject: 'Your registration was approved',
    body: [
      { paragraph: 'Your account is ready. Check your names and choose a password:' },
      { link: 'Complete your profile', href: link },
      { paragraph: 'The link works once, for 14 days. After that, ask for a new one by Forgot password.' },
      ignoreIt,
    ],
  };
}

/** To who is invited to a system, whether they have an account or not. */
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
      { paragraph: 'Do nothing if you do not want to come.' },
    ],
  };
}

/** To who asks for another password. */
export function resetMail(to: string, username: string, link: string): Mail {
  return {
    to,
    kind: 'reset',
    holdsLink: true,
    subject: 'Set a new password',
    body: [
      { paragraph: `Somebody asked for a new password of your account ${username}.` },
      { link: 'Set a new password', href: link },
      { paragraph: 'The link works once, for one hour.' },
      ignoreIt,
    ],
  };
}

/** To the address that somebody wants to be reached at: it counts once they have opened the link. */
export function emailMail(to: string, username: string, link: string): Mail {
  return {
    to,
    kind: 'email',
    holdsLink: true,
    subject: 'Confirm your email',
    body: [
      { paragraph: `This is to become the email of the account ${username}. Open the link to confirm that it is yours:` },
      { link: 'Confirm this email', href: link },
      { paragraph: 'The link works once, for a day.' },
      ignoreIt,
    ],
  };
}

/** To the address of before, as long as that counts. */
export function emailAskedMail(to: string, username: string, asked: string, pageUrl: string): Mail {
  return {
    to,
    kind: 'email-asked',
    subject: 'Another email for your account',
    body: [
      {
        paragraph: `Your account ${username} is to have another email: ${asked}. It counts once a link that was mailed there is opened.`,
      },
      { paragraph: 'If that was not you, change your password at once: the link does nothing then.' },
      { link: 'Open the console', href: `${pageUrl}/login` },
    ],
  };
}

/** To both addresses, once the new one counts. */
export function emailConfirmedMail(to: string, username: string, email: string, pageUrl: string): Mail {
  return {
    to,
    kind: 'email-changed',
    subject: 'Your email was changed',
    body: [
      { paragraph: `The email of your account ${username} is now ${email}.` },
      { paragraph: 'If that was not you, tell whoever runs this host at once.' },
      { link: 'Open the console', href: `${pageUrl}/login` },
    ],
  };
}

/** To whose password was set, for the first time or another time. */
export function passwordMail(to: string, username: string, pageUrl: string): Mail {
  return {
    to,
    kind: 'password',
    subject: 'Your password was set',
    body: [
      { paragraph: `The password of your account ${username} was set. Other sessions of it were ended.` },
      { paragraph: 'If that was not you, set another one by Forgot password at once, and tell whoever runs this host.' },
      { link: 'Open the console', href: `${pageUrl}/login` },
    ],
  };
}

/** To whoever made a key by which programs read their data: the key itself is in no mail. */
export function accessKeyMail(
  to: string,
  { username, system, name, pageUrl }: { username: string; system: string; name: string; pageUrl: string },
): Mail {
  return {
    to,
    kind: 'access-key',
    subject: 'A key for programs was made',
    body: [
      { paragraph: `With your account ${username} a key was made, by which a program reads the data of ${system}.` },
      { rows: [['Key', name] as const] },
      { paragraph: 'If that was not you, revoke it in Settings and change your password at once.' },
      { link: 'Open the console', href: `${pageUrl}/login` },
    ],
  };
}
