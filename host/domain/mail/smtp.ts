import { createTransport } from 'nodemailer';
import { isLoopback } from '../../platform/environment.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import type { OutboxRow } from '../../platform/store/accounts/outbox.ts';
import { Turns } from '../../platform/turns.ts';
import { plain } from './mail-body.ts';

/** Why the server did not accept an email; `isLasting` if it never will. */
export type MailRefusal = { isLasting: boolean; reason: string };

/** The mail server, with a few connections that are kept open for a short time. */
export type MailServer = {
  /** Waits until a connection is free for an email. The returned function ends the turn. */
  turn: (signal: AbortSignal) => Promise<() => void>;
  /** Resolves when the server has accepted or refused the email. Gives up when the signal is aborted. */
  send: (mail: OutboxRow, signal: AbortSignal) => Promise<Result<void, MailRefusal>>;
  /** Closes the connections, even while emails are being sent. */
  close: () => void;
};

/**
 * How long each step, and one email in total, may take, in ms. After it has the whole email, a server may
 * take minutes; giving up before its answer would send the email twice.
 */
export type SmtpTimeouts = { connecting: number; greeting: number; answer: number; mail: number };

const defaultTimeouts: SmtpTimeouts = { connecting: 15_000, greeting: 30_000, answer: 300_000, mail: 900_000 };
const connections = 4;
const longestReason = 500;
const tooSlow = 'Timeout: the mail server took too long.';
const name = 'Telemetry console';

/** Opens the server of an SMTP_URL. `sender` is the sender's address. */
export function openMailServer(smtpUrl: string, sender: string, timeouts: SmtpTimeouts = defaultTimeouts): MailServer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  const auth = username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const transport = createTransport({
    pool: true,
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(auth === undefined ? {} : { auth }),
    // Send the password over TLS only, even if the server claims that it has no TLS.
    requireTLS: auth !== undefined && !isLoopback(host),
    maxConnections: connections,
    // The job decides about retries: the server may have accepted the email before the connection broke.
    maxRequeues: 0,
    idleTimeout: 5_000,
    dnsTimeout: timeouts.connecting,
    connectionTimeout: timeouts.connecting,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.answer,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const turns = new Turns({ perKey: connections, total: connections });
  return {
    turn: (signal) => turns.take(0, signal),
    async send(mail, signal) {
      const tooLong = new AbortController();
      const timer = setTimeout(() => tooLong.abort(), timeouts.mail);
      try {
        await transport.sendMail({ ...messageOf(mail, sender), signal: AbortSignal.any([signal, tooLong.signal]) });
        return accepted(undefined);
      } catch (error) {
        return refused(tooLong.signal.aborted ? { isLasting: false, reason: tooSlow } : refusalOf(error));
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** Returns an email's message. It is the same in every try, including its date and id. */
function messageOf(mail: OutboxRow, sender: string) {
  const { recipient, subject, body_text, body_html, message_id, unsubscribe_url, created_at } = mail;
  // Pass an object, because a text would be parsed as a list of addresses.
  const to = { name: '', address: recipient };
  const header = (key: string, value: string) => ({ key, value: { prepared: true, foldLines: false, value } });
  return {
    from: { name, address: sender },
    to,
    envelope: { from: sender, to: [to] },
    subject,
    text: body_text,
    html: body_html ?? undefined,
    messageId: `<${message_id}>`,
    date: created_at,
    xMailer: false as const,
    headers: [
      { key: 'Auto-Submitted', value: 'auto-generated' },
      ...(unsubscribe_url === null
        ? []
        : [header('List-Unsubscribe', `<${unsubscribe_url}>`), header('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click')]),
    ],
  };
}

type SmtpError = { code?: unknown; command?: unknown; permanent?: unknown; message: string };

/**
 * Returns why an email was not accepted. A refusal of this recipient or message is final. A problem with the
 * login or the sender can be fixed by the operator.
 */
function refusalOf(error: unknown): MailRefusal {
  const failure: SmtpError = error instanceof Error ? error : { message: String(error) };
  const { code, command, permanent } = failure;
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE';
  // The server's text may contain anything, and is stored and logged.
  const reason = plain(failure.message).slice(0, longestReason).toWellFormed();
  const isUnsendable = code === 'EENVELOPE' && command === 'API';
  return { isLasting: isUnsendable || (permanent === true && isOfThisMail), reason };
}
