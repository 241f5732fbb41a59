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
