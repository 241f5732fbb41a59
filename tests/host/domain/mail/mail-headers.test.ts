import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailHtml, mailText } from '../../../../host/domain/mail/mail-body.ts';
import { openMailServer } from '../../../../host/domain/mail/smtp.ts';
import { type Database } from '../../../../host/platform/store/database.ts';
import { addPerson, addSystem } from '../../../support/test-host.ts';
import { type MailHost, outboxOf, someMail, startMailHost } from '../../../support/mail-stage.ts';
import { type MailStage, startMailServer } from '../../../support/mail-server.ts';
import { withTestDatabase } from '../../../support/test-database.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const patience = { timeout: 60_000, interval: 20 };
const ordinary = ['From', 'To', 'Subject', 'Message-ID', 'Date', 'Auto-Submitted', 'MIME-Version', 'Content-Type'];

let database: Database;
let server: MailStage;
let host: MailHost;
beforeAll(async () => {
  database = await withTestDatabase();
  server = await startMailServer();
  host = await startMailHost(database, { smtpUrl: server.url, mailFrom: 'console@example.org' });
});
afterAll(async () => {
  await host.close();
  await server.close();
  await database.close();
});

/** Returns the headers of the email that arrived, unfolded. */
async function headOf(to: string): Promise<{ names: string[]; value: (name: string) => string | undefined; raw: string }> {
  await expect.poll(() => server.taken.some((mail) => mail.to === to), patience).toBe(true);
  const raw = server.taken.find((mail) => mail.to === to)?.raw ?? '';
  const lines = raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n');
  const value = (name: string) =>
    lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))?.slice(name.length + 2);
  return { names: lines.map((line) => line.split(':', 1)[0] ?? ''), value, raw };
}

const hostile = [
  'Hello\r\nBcc: eve@example.org',
  'Hello\nBcc: eve@example.org',
  'Hello\r\n\r\nA body of its own',
  'Hello\u2028Bcc: eve@example.org\u0085X: y',
  '=?utf-8?Q?Hello=0D=0ABcc:_eve@example.org?=',
  'Ünïcödé 🦅 ' + 'a long name '.repeat(40),
  '\u202Egnp.exe',
  '\uD800 half a character',
  '',
];

describe('the head of a mail (MAIL-11)', () => {
  test('is ours alone, whatever stands in the subject', async () => {
    await host.post(...hostile.map((subject, at) => someMail(`subject-${at}@example.org`, { subject })));
    for (const at of hostile.keys()) {
      const { names, value, raw } = await headOf(`subject-${at}@example.org`);
      expect(names.filter((name) => !ordinary.includes(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      expect(value('From')).toBe('Telemetry console <console@example.org>');
      expect(value('To')).toBe(`subject-${at}@example.org`);
      for (const line of raw.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(998);
    }
    const { value } = await headOf('subject-4@example.org');
    expect(value('Subject'), 'what looks encoded is a text').toBe('= ?utf-8?Q?Hello=0D=0ABcc:_eve@example.org?=');
  });

  test('any subject is one line that mail programs read', async () => {
    const isLine = (subject: string) => !/[\r\n\0]/.test(subject) && subject.isWellFormed() && subject.length <= 200;
    const subjects = fc.sample(fc.string({ unit: anyCharacter, maxLength: 400 }), 100);
    await host.post(...subjects.map((subject, at) => someMail(`any-${at}@example.org`, { subject })));
    const outbox = await outboxOf(database);
    expect(subjects.keys().every((at) => isLine(outbox[`any-${at}@example.org`]?.subject ?? '\n'))).toBe(true);
  });

  test.each([
    'ada@example.org\r\nRCPT TO:<eve@example.org>',
    'ada@example.org, eve@example.org',
    'ada@example.org>\r\nDATA',
    'Ada <ada@example.org>',
    'foo>,<bob@example.org',
    'mallory@example.org,root',
    'mallory@example.org;root',
    'mallory@example.org\uFF0Croot',
    'group:mallory@example.org',
    '"mallory@example.org"@example.com',
    'mallory(@example.org',
    'mallory@[127.0.0.1]',
    'mallory\\@example.org',
    'no address',
    `${'a'.repeat(260)}@example.org`,
    '',
  ])('nobody gets mail by the address %j, and its transaction goes on', async (to) => {
    const [id = 0] = await host.post(someMail(to));
    const mail = Object.values(await outboxOf(database)).find((each) => each.id === id);
    expect(mail).toMatchObject({
      state: 'refused',
      attempts: 0,
      last_error: expect.stringContaining('not a valid mail address'),
    });
    expect(server.taken.filter((taken) => taken.to.includes('eve'))).toEqual([]);
  });

  test('of a subscription has the link for mail programs; another mail has none (MAIL-10)', async () => {
    const id = await addPerson({ database }, 'ada');
    await addSystem({ database }, 'north', [[id, 3]]);
    await host.post(someMail('ada@example.org', { systemId: 'north', subscription: 'alarms' }), someMail('bob@example.org'));
    const head = await headOf('ada@example.org');
    const url = (await outboxOf(database))['ada@example.org']?.unsubscribe_url ?? '';
    expect(head.value('List-Unsubscribe')).toBe(`<${url}>`);
    expect(head.value('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect((await headOf('bob@example.org')).names).not.toContain('List-Unsubscribe');
  });

  test('is the same in every try, its date too (MAIL-4)', async () => {
    const other = openMailServer(server.url, 'console@example.org');
    await host.post(someMail('twice@example.org'));
    await headOf('twice@example.org');
    const mail = (await outboxOf(database))['twice@example.org'];
    if (mail === undefined) throw new Error('There is no such mail');
    expect(await other.send(mail, new AbortController().signal)).toMatchObject({ ok: true });
    other.close();
    const withoutBoundary = (raw: string) => raw.replaceAll(/----?_NmP[\w-]*|boundary="[^"]*"/g, '…');
    const [one, two] = server.taken.filter(({ to }) => to === 'twice@example.org').map(({ raw }) => withoutBoundary(raw));
    expect(one).toBe(two);
    expect(one).toContain(mail.created_at.toUTCString().slice(0, -3).trim());
  });
});

describe('what a mail says (MAIL-12)', () => {
  const parts = [
    { paragraph: 'Receiver "A&B" <offline>\r\nsince noon' },
    { link: "Open Ada's console", href: 'https://telemetry.example.org/?a=1&b="2"' },
    { rows: [['Site', '<b>North</b>'] as const, ['Power', '-100 dB'] as const] },
  ];

  test('is the same as text and as HTML, and no markup of anybody', () => {
    expect(mailText(parts)).toBe(`Receiver "A&B" <offline> since noon

Open Ada's console:
https://telemetry.example.org/?a=1&b=%222%22

Site: <b>North</b>
Power: -100 dB
`);
    const html = mailHtml(parts);
    expect(html).toContain('<p>Receiver &#34;A&#38;B&#34; &#60;offline&#62; since noon</p>');
    expect(html).toContain('<a href="https://telemetry.example.org/?a=1&#38;b=%222%22">Open Ada&#39;s console</a>');
    expect(html).toContain('<td>&#60;b&#62;North&#60;/b&#62;</td>');
    expect(html.match(/<(?!\/?(?:html|body|p|a|table|tr|th|td)\b|!doctype html>)/g)).toBeNull();
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '/home', ''])('links no %j', (href) => {
    expect(() => mailText([{ link: 'Open', href }])).toThrow('A mail can link only to pages');
    expect(() => mailHtml([{ link: 'Open', href }])).toThrow('A mail can link only to pages');
  });
});
