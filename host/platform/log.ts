import { pino, stdSerializers, type DestinationStream, type Level, type Logger } from 'pino';
import { PinoPretty } from 'pino-pretty';
import { accessKeyPattern, accessKeyPrefix } from '#model/entities/key.ts';

/** Fields that may contain a secret; they are censored on the first three levels of every record. */
const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'password_hash',
  'passwordHash',
  'oldPass',
  'newPass',
  'token',
  'accessToken',
  'refreshToken',
  'csrfToken',
  'x-csrf-token',
  'sec-websocket-protocol',
  'key',
  'secret',
  'databaseUrl',
  'smtpUrl',
  'busUrl',
];

const accessKeys = new RegExp(accessKeyPattern, 'g');

const redactedPaths = secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]);

/** Creates the host's log: JSON lines, or readable lines for a terminal. Secrets are censored. */
export function createLog(options: { level?: Level; pretty?: boolean; destination?: DestinationStream } = {}): Logger {
  const { level = 'info', pretty = false, destination = standardOutput() } = options;
  // Synchronous, so that in a terminal the warnings of the start appear before the message that the host has
  // started (HOST-18).
  const readable = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', destination: 1, sync: true };
  const stream = pretty ? PinoPretty(readable) : destination;
  // By default pino writes only `err` as an error; an error in another field would appear as {}.
  const serializers = { err: stdSerializers.err, error: stdSerializers.err };
  // Any text may contain an access key that a person put in the wrong place, such as an address.
  const hooks = { streamWrite: (line: string) => line.replaceAll(accessKeys, `${accessKeyPrefix}[secret]`) };
  return pino({ level, redact: { paths: redactedPaths, censor: '[secret]' }, serializers, hooks, base: null }, stream);
}

/** The largest backlog of lines that cannot be written, in characters; further lines are dropped. */
const maxWaiting = 1_048_576;

/**
 * Opens standard output. Logging never fails: if the output cannot be written (a file on a full disk), lines
 * wait.
 */
function standardOutput(): DestinationStream {
  const destination = pino.destination({ dest: 1, maxLength: maxWaiting });
  destination.on('error', () => undefined);
  return destination;
}
