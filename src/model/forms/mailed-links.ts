import * as v from 'valibot';
import { accepted, refused, type Result } from '../result.ts';

/** The person to approve, as the link to the page contains it. */
const candidateSchema = v.object({ email: v.string(), firstName: v.string(), lastName: v.string(), username: v.string() });
export type Candidate = v.InferOutput<typeof candidateSchema>;

/** The pages that links in emails open, by purpose. */
const pages = {
  complete: '/complete-profile',
  invitation: '/complete-profile',
  reset: '/reset-password',
  email: '/reset-password',
} as const;

/** The address that a link was mailed to, and the token that proves it. */
export type MailedLink = { email: string; token: string };

/** Returns the path of such a page with its query; names prefill its fields. */
export function linkedPage(page: keyof typeof pages, link: MailedLink & Partial<Omit<Candidate, 'email'>>): string {
  return `${pages[page]}?${new URLSearchParams(link)}`;
}

/** Returns the path of the page on which an operator approves a person. */
export function approvalPage(candidate: Candidate): string {
  return `/registration-approval?${new URLSearchParams({ user: JSON.stringify(candidate) })}`;
}

/** Reads the person to approve from the address of the approval page. */
export function candidateIn(search: string): Result<Candidate> {
  try {
    return accepted(v.parse(candidateSchema, JSON.parse(new URLSearchParams(search).get('user') ?? '')));
  } catch {
    return refused('This link does not name a person.');
  }
}
