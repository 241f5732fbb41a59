import { describe, expect, test } from 'vitest';
import { approvalPage, candidateIn, linkedPage } from '#model/forms/mailed-links.ts';

const ada = { email: 'a+b@example.com', firstName: 'Ada & Co', lastName: "O'Neil", username: 'ada' };
const search = (page: string) => page.slice(page.indexOf('?'));

test('the page of approval is told whom it is about, by one word of the query', () => {
  expect(approvalPage(ada)).toMatch(/^\/registration-approval\?user=/);
  expect(candidateIn(search(approvalPage(ada)))).toEqual({ ok: true, value: ada });
});

test.each(['', '?user=', '?user=1', '?user={}', '?user=%7B%22email%22%3A1%7D', '?other=x'])('%j names nobody', (text) => {
  expect(candidateIn(text).ok).toBe(false);
});

describe('a link to a page', () => {
  test.each([
    ['complete', '/complete-profile'],
    ['reset', '/reset-password'],
    ['email', '/reset-password'],
  ] as const)('that is to %s leads to %s, with its token', (purpose, pathname) => {
    const page = linkedPage(purpose, { email: ada.email, token: 'abc' });
    expect(page.slice(0, page.indexOf('?'))).toBe(pathname);
    expect(Object.fromEntries(new URLSearchParams(search(page)))).toEqual({ email: ada.email, token: 'abc' });
  });
});
