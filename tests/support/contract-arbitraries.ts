import fc, { type Arbitrary } from 'fast-check';
import type { Call, Schema } from '#model/contract/call.ts';
import { anyCharacter } from './any-character.ts';

/**
 * Makes fast-check's values from valibot's schemas, so that the contract itself decides what is sent. A
 * schema's `check` function is not understood: to get only valid values, filter by the schema.
 */

type Item = { kind: string; type: string; requirement?: unknown; message?: unknown };
type Inner = Schema & {
  pipe?: Item[];
  wrapped?: Schema;
  item?: Schema;
  items?: Schema[];
  entries?: Record<string, Schema>;
  options?: unknown[];
  literal?: unknown;
};

type Bounds = {
  min: number;
  max: number;
  isWhole: boolean;
  special: 'ip' | 'time' | undefined;
  minLength: number;
  maxLength: number;
  pattern: RegExp | undefined;
};

/** Generates values that mostly fit the schema, including edge cases. */
export function fitting(schema: Schema): Arbitrary<unknown> {
  const items = flattened(schema as Inner);
  // The result of a transformation is parsed again, so the last schema of a pipe decides.
  const at = items.findLastIndex(({ kind }) => kind === 'schema');
  return plain(items[at] as unknown as Inner, bounds(items.slice(at + 1)));
}

/**
 * Returns a schema and its pipe. The pattern of a nested pipe is dropped, because one text cannot be made
 * from two.
 */
function flattened(schema: Inner): Item[] {
  if (schema.pipe === undefined) return [schema as unknown as Item];
  const isAround = schema.pipe.some(({ kind, ...item }) => kind === 'schema' && 'pipe' in item);
  const own = isAround ? schema.pipe.filter(({ type }) => type !== 'regex') : schema.pipe;
  return own.flatMap((item) => (item.kind === 'schema' ? flattened(item as unknown as Inner) : [item]));
}

function bounds(items: readonly Item[]): Bounds {
  const found = (type: string) => items.find((item) => item.type === type)?.requirement;
  const number = (type: string, otherwise: number) => (found(type) as number | undefined) ?? otherwise;
  const isWhole = items.some(({ type }) => type === 'integer');
  // gt_value and lt_value exclude the bound itself.
  const step = isWhole ? 1 : 1e-9;
  return {
    min: number('min_value', number('gt_value', -1e12) + step),
    max: number('max_value', number('lt_value', 1e12) - step),
    isWhole,
    special: specialOf(items),
    minLength: number('min_length', 0),
    maxLength: number('max_length', 40),
    pattern: found('regex') as RegExp | undefined,
  };
}

function specialOf(items: readonly Item[]): Bounds['special'] {
  if (items.some(({ type }) => type === 'ipv4')) return 'ip';
  return items.some(({ message }) => String(message).includes('ISO 8601')) ? 'time' : undefined;
}

function plain(schema: Inner, { min, max, isWhole, special, minLength, maxLength, pattern }: Bounds): Arbitrary<unknown> {
  switch (schema.type) {
    case 'string':
      if (special === 'ip') return fc.ipV4();
      return special === 'time' ? instants.map(iso) : fittingText(pattern, minLength, maxLength);
    case 'number':
      return isWhole
        ? fc.oneof(fc.integer({ min: Math.ceil(min), max: Math.floor(max) }), fc.constantFrom(Math.ceil(min), Math.floor(max)))
        : fc.oneof(fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max));
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constant(schema.literal);
    case 'picklist':
      return fc.constantFrom(...(schema.options ?? []));
    case 'union':
      return fc.oneof(...(schema.options as Schema[]).map(fitting));
    case 'optional':
      return fc.option(fitting(schema.wrapped as Schema), { nil: undefined });
    case 'nullable':
      return fc.option(fitting(schema.wrapped as Schema), { nil: null });
    case 'array':
      return ordered(fc.array(fitting(schema.item as Schema), { minLength, maxLength: Math.min(maxLength, 12) }));
    case 'tuple':
    case 'strict_tuple':
      return ordered(fc.tuple(...(schema.items ?? []).map(fitting)));
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return fc.record(Object.fromEntries(Object.entries(schema.entries ?? {}).map(([key, entry]) => [key, fitting(entry)])));
    case 'any':
      return fc.jsonValue();
    default:
      throw new TypeError(`No values are known for the schema '${schema.type}': add them to contract-arbitraries`);
  }
}

/** Mostly in ascending order, like the two ends of a span. */
function ordered(lists: Arbitrary<unknown[]>): Arbitrary<unknown[]> {
  const ascending = (list: unknown[]) => list.toSorted((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : 0));
  return fc.oneof({ weight: 3, arbitrary: lists.map(ascending) }, { weight: 1, arbitrary: lists });
}

const instants = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });

/** Names that a host knows, for patterns that accept them: a system of the fuzz, and timezones. */
const knownNames = ['own', 'UTC', 'America/Boise'];

/** Generates texts of a length or pattern, times, or emails. */
function fittingText(pattern: RegExp | undefined, minLength: number, maxLength: number): Arbitrary<string> {
  const free = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) });
  const edge = fc.constant('x'.repeat(maxLength));
  if (pattern?.source.includes('@')) return fc.emailAddress();
  if (pattern?.source.startsWith(String.raw`^\d{4}-`)) {
    return instants.map((date) => date.toISOString().slice(0, 19).replace('T', ' '));
  }
  const known = knownNames.filter((name) => pattern?.test(name));
  if (pattern !== undefined && known.length > 0) return fc.oneof(fc.constantFrom(...known), fc.stringMatching(pattern));
  if (pattern !== undefined) return fc.stringMatching(pattern);
  return fc.oneof({ weight: 4, arbitrary: free }, { weight: 1, arbitrary: edge });
}

function iso(date: Date): string {
  return date.toISOString();
}

/** Texts that break careless code: NUL, lone surrogates, quotes, templates, paths, non-numbers. */
export const oddTexts: readonly string[] = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\ufffe',
  '\u202e',
  '',
  ' ',
  "' or 1=1 --",
  '$1',
  '%00',
  '%s%n',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x10',
  '99999999999999999999',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '-271821-04-19T23:59:59Z',
  '2026-02-30T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  'x'.repeat(300),
  '🦫'.repeat(60),
];

const oddNumbers = [-1, 0, 0.5, -0, 1e-320, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 8.64e15, 8.64e15 + 1, 1e300, Number.MAX_VALUE];

/** Generates values that a careless sender or an attacker may put anywhere. */
export const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.constantFrom(...oddNumbers),
  fc.constantFrom(null, true, false, [], {}, [[]], { length: -1 }, { toString: 1 }),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 1, max: 400 }).map((depth) => nested(depth)),
  fc.integer({ min: 0, max: 3_000 }).map((length) => Array.from({ length }, (_, i) => i)),
);

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { inner: value };
  return value;
}

/** Returns the paths of all values within a value, itself first. */
export function placesIn(value: unknown, at: readonly string[] = []): string[][] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[...at], ...inner.flatMap(([key, part]) => placesIn(part, [...at, key]))];
}

/** Returns the value at a path. */
export function valueAt(value: unknown, place: readonly string[]): unknown {
  return place.reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], value);
}

/** Returns a copy with another value at one path; undefined removes it. */
export function withValueAt(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = withValueAt(copy[key], rest, other);
  return copy;
}

/** Generates values in which one part is hostile or missing. */
export function nearlyFitting(schema: Schema): Arbitrary<unknown> {
  return fc.tuple(fitting(schema), fc.nat(), fc.option(hostile, { nil: undefined, freq: 6 })).map(([value, n, odd]) => {
    const places = placesIn(value);
    return withValueAt(value, places[n % places.length] ?? [], odd);
  });
}

/**
 * A request of a call on the wire: an encoded path, a query string and a body as text, each valid, nearly
 * valid or hostile.
 */
export type WireRequest = { path: string; query: string; body: string | undefined };

/** Generates requests of a call; `names` are valid values for its path parameters. */
export function requestsOf(call: Call, names: Readonly<Record<string, string>>): Arbitrary<WireRequest> {
  return fc.record({ path: pathsOf(call.path, names), query: queriesOf(call.query), body: bodiesOf(call.body) });
}

function pathsOf(path: string, names: Readonly<Record<string, string>>): Arbitrary<string> {
  const segment = (name: string) =>
    fc.oneof(
      { weight: 8, arbitrary: fc.constant(names[name] ?? '1') },
      { weight: 1, arbitrary: fc.constantFrom(...oddTexts.filter((text) => text !== '')).map(encoded) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('%00', '%', '%zz', '%ED%A0%80', '%2e%2e', '%252e', '0', '-1', '2147483648', 'x'.repeat(200)),
      },
    );
  const parts = path.split(/(\{\w+\})/);
  return fc
    .tuple(...parts.map((part) => (part.startsWith('{') ? segment(part.slice(1, -1)) : fc.constant(part))))
    .map((segments) => segments.join(''));
}

/** Percent-encodes a text. A lone surrogate becomes the three bytes that some senders make of it. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

function queriesOf(schema: Schema | undefined): Arbitrary<string> {
  if (schema === undefined) return fc.oneof({ weight: 6, arbitrary: fc.constant('') }, { weight: 1, arbitrary: oddQueries });
  return fc.oneof(
    { weight: 4, arbitrary: fitting(schema).map(queryString) },
    { weight: 4, arbitrary: nearlyFitting(schema).map(queryString) },
    { weight: 1, arbitrary: oddQueries },
  );
}

const oddQueries = fc.constantFrom(
  '?',
  '?&&&=',
  '?%00=%00',
  '?from=1&from=2',
  '?limit[]=1',
  '?limit[a][b]=1',
  '?__proto__=1&constructor=2&toString=3',
  '?a=%zz',
  `?${'a=1&'.repeat(500)}`,
  `?ids=${'1,'.repeat(2_000)}`,
  '?from=2026-02-30T00:00:00Z&to=1e400',
);

function queryString(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `?${encoded(plainText(value))}`;
  const pairs = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => `${encoded(key)}=${encoded(wireText(part)).slice(0, 6_000)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function wireText(part: unknown): string {
  return Array.isArray(part) ? part.map(plainText).join(',') : plainText(part);
}

function plainText(part: unknown): string {
  return typeof part === 'string' ? part : (JSON.stringify(part) ?? '');
}

function bodiesOf(schema: Schema | undefined): Arbitrary<string | undefined> {
  if (schema === undefined)
    return fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: oddBodies });
  return fc.oneof(
    { weight: 4, arbitrary: fitting(schema).map((value) => JSON.stringify(value)) },
    { weight: 6, arbitrary: nearlyFitting(schema).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: oddBodies },
  );
}

const oddBodies = fc.constantFrom(
  '',
  '{',
  'null',
  '"text"',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"a":1,"a":2}',
  '[1e400]',
  '\ufeff{}',
  '['.repeat(20_000),
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  '{"mitasId":"\\u0000","username":"\\ud800"}',
);
