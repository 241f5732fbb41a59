import type { Page } from '@playwright/test';
import { expect, productUrl } from './fixtures.ts';
import type { Operator } from './operator.ts';

/** Actions of people who came by an email: the links in it, the forms they open, and the login. */

export const password = 'tame otters forty-two';

/** Returns the link of the newest email to an address, from the demo's outbox. */
export async function linkTo(to: string): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const { mails } = (await (await fetch(`${productUrl()}/dev/outbox.json`)).json()) as {
      mails: { recipient: string; text: string }[];
    };
    return /https?:\/\/\S+\?\S+/.exec(mails.find(({ recipient }) => recipient === to)?.text ?? '')?.[0];
  };
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  return (await find()) ?? '';
}

export async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByRole('textbox', { name: label, exact: true }).fill(value);
}

export async function logIn(page: Page, username: string): Promise<void> {
  await fillIn(page, { 'Username or Email': username, Password: password });
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Adds a superuser, who gets an email about every sign-up. */
export async function addSuperuser(operator: Operator): Promise<string> {
  const username = `root-${process.pid}-${Date.now()}`;
  const names = ['--first-name', 'Olga', '--last-name', 'Root', '--superuser'];
  await operator.admin(['users', 'add', username, '--email', `${username}@example.org`, ...names], password);
  return username;
}
