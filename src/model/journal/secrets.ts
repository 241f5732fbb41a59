/**
 * What must never be recorded (JRN-5): fields with names of secrets, and values that look like one. Facts
 * with such a field are refused (entry-check.ts). Both are removed from recorded transitions and log lines.
 */
const secretName =
  /pass(word|wd|phrase|code)?s?$|token|secret|csrf|xsrf|jwt|bearer|authori[sz]ation|cookie|credential|(api|private|receiver)[-_]?key/i;

/** Three base64url parts, the first of which begins a JSON object: an access token in any field. */
const signedToken = /\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/;

/** Links in emails have a token in their query (NAV-14). */
const tokenInUrl = /[?&#]\w*token=[^&\s]/i;

const known = new Map<string, boolean>();
const knownLimit = 2_000;

/**
 * Returns true for the name of a field that holds a secret: password, newPass, accessToken, csrfToken,
 * cookie, …
 */
export function isSecretName(name: string): boolean {
  const remembered = known.get(name);
  if (remembered !== undefined) return remembered;
  const secret = secretName.test(name);
  if (known.size < knownLimit) known.set(name, secret);
  return secret;
}

/** Returns true for a text that contains a signed token, or a link with a token. */
export function holdsToken(text: string): boolean {
  return (text.includes('eyJ') && signedToken.test(text)) || (text.includes('=') && tokenInUrl.test(text));
}

/** The text that replaces a secret. */
export const redacted = '[redacted]';

const maxDepth = 8;

/**
 * Returns a plain copy of a value for recorded transitions. Secrets become '[redacted]', errors keep name and
 * message, instances of other classes become their name ('[Map]'), cycles and deep values become '[…]'.
 * Functions and symbols are left out.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return holdsToken(value) ? redacted : value;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '[…]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1) ?? null);
  if (value instanceof Error) return redact(`[${value.name}: ${value.message}]`, depth);
  if (!isPlainObject(value)) return `[${value.constructor?.name ?? 'object'}]`;
  const fields = Object.entries(value).map(([name, field]) => [name, isSecretName(name) ? redacted : redact(field, depth + 1)]);
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}

/**
 * Returns an error as text for a log: name, message, stack and cause. Lines that contain a token become
 * '[redacted]'. A browser's stack may lack the message.
 */
function redactError(error: Error, depth = 0): string {
  const { name, message, stack = '', cause } = error;
  const text = stack.includes(message) ? stack : `${name}: ${message}\n${stack}`;
  const lines = text.split('\n').map((line) => (holdsToken(line) ? redacted : line));
  if (cause === undefined) return lines.join('\n');
  if (depth >= maxDepth) return [...lines, '[…]'].join('\n');
  const by = cause instanceof Error ? redactError(cause, depth + 1) : JSON.stringify(redact(cause));
  return `${lines.join('\n')}\ncaused by ${by}`;
}

/** Returns what a log shows: an error with its stack, anything else as a copy, both without secrets. */
export function logged(detail: unknown): unknown {
  return detail instanceof Error ? redactError(detail) : redact(detail);
}

/** Returns true for an object literal; false for a class instance, Map, Date or Error. */
export function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
