import { isFresh } from '../model/entities/access-token.ts';
import { type Place, systemAt } from '../model/navigation/redirect.ts';
import { systemOfToken } from '../model/session/token-system.ts';
import { type AheadPage, askAhead, forgetAhead } from '../services/http/asked-ahead.ts';
import type { KeyValueStore, Preferences } from '../services/ports.ts';
import { keepToken, readKeptToken } from '../services/storage/kept-token.ts';
import { tokenKey } from '../services/storage/token-key.ts';

/** The addresses of calls, without the contract's schemas, because this script loads before the console. */
export const aheadUrls = {
  accessToken: '/api/public/access-token',
  person: ['/api/app/client/account', '/api/app/client/mitas'],
  system: (mitasId: string) =>
    ['config', 'receiver-sites'].map((name) => `/api/mitashost/${encodeURIComponent(mitasId)}/${name}`),
};

export type SessionQuestion = {
  page: AheadPage;
  place: Place;
  fetch: typeof fetch;
  storage: KeyValueStore;
  preferences: Pick<Preferences, 'hasAuthenticated' | 'owesLogout'>;
  now: () => number;
  /** Lets one tab at a time use the refresh cookie (ACC-7); the same lock as in the console's http client. */
  alone<T>(task: () => Promise<T>): Promise<T>;
};

/**
 * Requests the account and the first data of the person's system before the console's code has loaded
 * (SPEED-19). If this tab has no fresh token, it gets one first. The console's http client finds the answers
 * in the page, and the token in its storage. Resolves when everything is requested; never rejects.
 */
export async function askForSession(question: SessionQuestion): Promise<void> {
  const { page, storage, preferences, now, fetch: fetchIt } = question;
  // Request nothing if the host has not received a logout yet: it is sent first, and ends the session.
  if (preferences.owesLogout()) return;
  const kept = readKeptToken(storage);
  if (kept !== null && isFresh(kept.expiresAt, now())) return askFor(question, kept.token);
  if (!preferences.hasAuthenticated()) return;
  await question.alone(async () => {
    // Another tab may have ended the session while this one waited.
    if (!mayHaveSession(preferences)) return;
    const answer = await askAhead(page, aheadUrls.accessToken, null, fetchIt, now());
    // Leave a refusal for the console to read. Remove an answer with a token, because the token is used here.
    if (answer?.ok !== true) return;
    forgetAhead(page, aheadUrls.accessToken);
    const token = tokenIn(await answer.json().catch(() => null));
    // Do not use the token if the person has logged out in another tab.
    if (token === null || !mayHaveSession(preferences) || keepToken(storage, token, now()) === undefined) return;
    askFor(question, token);
  });
}

function mayHaveSession({ hasAuthenticated, owesLogout }: SessionQuestion['preferences']): boolean {
  return hasAuthenticated() && !owesLogout();
}

/** Drops everything requested for a session that another tab has ended, while this page's code is loading. */
export function forgetSession({ page, storage }: Pick<SessionQuestion, 'page' | 'storage'>): void {
  forgetAhead(page);
  storage.remove(tokenKey);
}

function askFor({ page, place, fetch: fetchIt, now }: SessionQuestion, token: string): void {
  const own = systemOfToken(token);
  // Request nothing for a system other than the token's, because that system must be selected first.
  const system = own !== null && (systemAt(place) ?? own) === own ? aheadUrls.system(own) : [];
  for (const url of [...aheadUrls.person, ...system]) void askAhead(page, url, token, fetchIt, now());
}

function tokenIn(reply: unknown): string | null {
  const { accessToken }: { accessToken?: unknown } = Object(reply);
  return typeof accessToken === 'string' ? accessToken : null;
}
