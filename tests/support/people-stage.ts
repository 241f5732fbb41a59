import { expect } from 'vitest';
import { newestMails, type OutboxRow } from '../../host/platform/store/accounts/outbox.ts';
import { type MailStage, startMailServer } from './mail-server.ts';
import type { Answer } from './test-browser.ts';
import { startTestHost, type TestHost, type TestHostOptions } from './test-host.ts';

/** Reads the emails that a mail server has accepted. */
export type MailReaders = {
  /** Returns the text of the newest email to an address. */
  mailTo: (address: string, how?: { after?: number }) => Promise<string>;
  /** Returns how many emails an address got. */
  mailsTo: (address: string) => number;
  /** Returns the link in the newest email to an address: its page and its query. */
  linkTo: (address: string, how?: { after?: number }) => Promise<{ page: string; query: Record<string, string> }>;
};

/** A host that sends its emails to a real server. */
export type PeopleStage = MailReaders & {
  host: TestHost;
  /** Makes a call without a login, from a new browser. */
  ask: (method: string, path: string, body?: unknown) => Promise<Answer>;
  outbox: () => Promise<OutboxRow[]>;
  close: () => Promise<void>;
};

const patience = { timeout: 60_000, interval: 20 };

export function readMails(server: MailStage): MailReaders {
  const taken = (address: string) => server.taken.filter(({ to }) => to === address);
  async function mailTo(address: string, { after = 0 } = {}): Promise<string> {
    await expect.poll(() => taken(address).length, patience).toBeGreaterThan(after);
    return plainPart(taken(address).at(-1)?.raw ?? '');
  }
  return {
    mailTo,
    mailsTo: (address) => taken(address).length,
    async linkTo(address, how) {
      const href = /https?:\/\/\S+\?\S+/.exec(await mailTo(address, how))?.[0];
      if (href === undefined) throw new Error(`There is no link in the mail to ${address}`);
      const { pathname, searchParams } = new URL(href);
      return { page: pathname, query: Object.fromEntries(searchParams) };
    },
  };
}

export async function startPeopleStage(options: TestHostOptions = {}): Promise<PeopleStage> {
  const server = await startMailServer();
  const host = await startTestHost({ smtpUrl: server.url, ...options });
  return {
    ...readMails(server),
    host,
    ask: (method, path, body) => host.browser().send(method, path, { body }),
    outbox: () => newestMails(host.database, 1_000),
    close: async () => {
      await host.close();
      await server.close();
    },
  };
}

/** Returns the text of an email with two parts, as a mail program shows it. */
function plainPart(raw: string): string {
  const part = /content-type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/i.exec(raw);
  const text = part?.[1] ?? '';
  const isQuoted = /content-transfer-encoding: quoted-printable/i.test(part?.[0] ?? '');
  if (!isQuoted) return text;
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Summarizes an answer: status, type of error, field. */
export function told({ status, json }: Answer): readonly unknown[] {
  const { error } = (json ?? {}) as { error?: { type: string; field?: string; message?: string } };
  return error === undefined ? [status] : [status, error.type, ...(error.field === undefined ? [] : [error.field])];
}

/** Returns the statuses of several answers, sorted. */
export function statuses(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((one, other) => one - other);
}
