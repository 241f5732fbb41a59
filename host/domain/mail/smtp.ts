import { createTransport } from 'nodemailer';
import { isLoopback } from '../../platform/environment.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import type { OutboxRow } from '../../platform/store/accounts/outbox.ts';
import { Turns } from '../../platform/turns.ts';
import { plain } from './mail-body.ts';

/** Why the server did not take a mail; `isLasting` where it says that it never will. */
export type MailRefusal = { isLasting: boolean; reason: string };

/** The mail server, over a few connections that are kept for a moment. */
export type MailServer = {
  /** Waits until a mail would be sent at once, and not stand behind others; the answer ends the turn. */
  turn: (signal: AbortSignal) => Promise<() => void>;
  /** Resolves when the server has taken the mail, or has not. An abort gives the mail up. */
  send: (mail: OutboxRow, signal: AbortSignal) => Promise<Result<void, MailRefusal>>;
  /** Ends the connections, and what still goes over them. */
  close: () => void;
};

/**
 * How long one step may take, and all of them for one mail, in ms. A server that has the whole mail may think
 * about it for minutes, and whoever does not wait for its answer sends it twice.
 */
export type SmtpPatience = { connecting: number; greeting: number; answer: number; mail: number };

const usualPatience: SmtpPatience = { connecting: 15_000, greeting: 30_000, answer: 300_000, mail: 900_000 };
const connections = 4;
const longestReason = 500;
const tooSlow = 'Timeout: the mail server took too long.';
const name = 'Telemetry console';

/** The server at an SMTP_URL; mails come from `sender`. */
export function openMailServer(smtpUrl: string, sender: string, patience: SmtpPatience = usualPatience): MailServer {
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
    // A password is told nobody who listens, nor to who only says that there is no TLS.
    requireTLS: auth !== undefined && !isLoopback(host),
    maxConnections: connections,
    // What is tried again is the job's to say: the server may have taken the mail before the line was cut.
    maxRequeues: 0,
    idleTimeout: 5_000,
    dnsTimeout: patience.connecting,
    connectionTimeout: patience.connecting,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.answer,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const turns = new Turns({ perKey: connections, total: connections });
  return {
    turn: (signal) => turns.take(0, signal),
    async send(mail, signal) {
      const tooLong = new AbortController();
      const timer = setTimeout(() => tooLong.abort(), patience.mail);
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

/** The message of a mail; the same in every try, its date and its id too. */
function messageOf(mail: OutboxRow, sender: string) {
  const { recipient, subject, body_text, body_html, message_id, unsubscribe_url, created_at } = mail;
  // As parts: a text would be read as a list of addresses.
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
 * What the server says of this recipient or this message holds; what it says of the login or the sender its
 * operator can put right.
 */
function refusalOf(error: unknown): MailRefusal {
  const failure: SmtpError = error instanceof Error ? error : { message: String(error) };
  const { code, command, permanent } = failure;
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE';
  // What it says comes as it likes, and goes into the database and its logs.
  const reason = plain(failure.message).slice(0, longestReason).toWellFormed();
  const isUnsendable = code === 'EENVELOPE' && command === 'API';
  return { isLasting: isUnsendable || (permanent === true && isOfThisMail), reason };
}
