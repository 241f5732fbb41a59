import { pino, stdSerializers, type DestinationStream, type Level, type Logger } from 'pino';
import { PinoPretty } from 'pino-pretty';
import { accessKeyPattern, accessKeyPrefix } from '#model/entities/key.ts';

/** Fields that may hold a secret, wherever a record carries them on its first two levels. */
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

/** The host's log: JSON lines, or readable lines for a person at a terminal. Secrets never reach it. */
export function createLog(options: { level?: Level; pretty?: boolean; destination?: DestinationStream } = {}): Logger {
  const { level = 'info', pretty = false, destination = standardOutput() } = options;
  // At once, so that at a terminal what the start warns of stands before the word that it is done (HOST-18).
  const readable = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', destination: 1, sync: true };
  const stream = pretty ? PinoPretty(readable) : destination;
  // By default only `err` is written out: an error under any other name would leave nothing but {}.
  const serializers = { err: stdSerializers.err, error: stdSerializers.err };
  // An access key that somebody put where none belongs, such as into an address, may be in any text.
  const hooks = { streamWrite: (line: string) => line.replaceAll(accessKeys, `${accessKeyPrefix}[secret]`) };
  return pino({ level, redact: { paths: redactedPaths, censor: '[secret]' }, serializers, hooks, base: null }, stream);
}

/** What is kept of lines that cannot be written now, in characters; further ones are dropped. */
const maxWaiting = 1_048_576;

/**
 * A log that cannot be written (it goes to a file, and the disk is full) waits until it can; what is logged
 * must not fail for it.
 */
function standardOutput(): DestinationStream {
  const destination = pino.destination({ dest: 1, maxLength: maxWaiting });
  destination.on('error', () => undefined);
  return destination;
}
