import * as v from 'valibot';
import { accepted, refused, type Result } from '../result.ts';

/** Who is to be approved, as the link to the page says it. */
const candidateSchema = v.object({ email: v.string(), firstName: v.string(), lastName: v.string(), username: v.string() });
export type Candidate = v.InferOutput<typeof candidateSchema>;

/** The pages that a link in a mail opens, by what it lets its reader do. */
const pages = {
  complete: '/complete-profile',
  invitation: '/complete-profile',
  reset: '/reset-password',
  email: '/reset-password',
} as const;

/** A link to a page, with the token that it proves itself by, and who it was mailed to. */
export type MailedLink = { email: string; token: string };

/** The address of such a page, below that of the console; `names` fill its fields in. */
export function linkedPage(page: keyof typeof pages, link: MailedLink & Partial<Omit<Candidate, 'email'>>): string {
  return `${pages[page]}?${new URLSearchParams(link)}`;
}

/** The address of the page on which an operator approves somebody. */
export function approvalPage(candidate: Candidate): string {
  return `/registration-approval?${new URLSearchParams({ user: JSON.stringify(candidate) })}`;
}

/** Whom the address of the page of approval names. */
export function candidateIn(search: string): Result<Candidate> {
  try {
    return accepted(v.parse(candidateSchema, JSON.parse(new URLSearchParams(search).get('user') ?? '')));
  } catch {
    return refused('This link does not name a person.');
  }
}
