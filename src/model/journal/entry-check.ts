import * as v from 'valibot';
import { type Failure, conflictSchema } from '../contract/failure.ts';
import { accepted, refused, type Result } from '../result.ts';
import type { Entry, NewEntry } from './entry.ts';
import { isPlainObject, isSecretName, redacted } from './secrets.ts';

/** A schema with output `T` and any input. */
export type SchemaOf<T> = v.GenericSchema<unknown, T>;

const failureSchema: SchemaOf<Failure> = v.variant('kind', [
  v.strictObject({
    kind: v.literal('server'),
    code: v.number(),
    type: v.string(),
    message: v.optional(v.string()),
    field: v.optional(v.string()),
    conflict: v.optional(v.strictObject(conflictSchema.entries)),
  }),
  v.strictObject({ kind: v.literal('network') }),
  v.strictObject({ kind: v.literal('invalidPayload'), issues: v.array(v.string()) }),
]);

const opId = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

/** Builds the schema of entries as actors send them, from the schema of their facts. */
export function newEntrySchema<Fact>(fact: SchemaOf<Fact>): SchemaOf<NewEntry<Fact>> {
  return entryVariants(fact, {}) as SchemaOf<NewEntry<Fact>>;
}

/** Builds the schema of entries in a recording: with position (from 1) and time (ms since 1970). */
export function recordedEntrySchema<Fact>(fact: SchemaOf<Fact>): SchemaOf<Entry<Fact>> {
  const recorded = {
    position: v.pipe(v.number(), v.integer(), v.minValue(1)),
    at: v.pipe(
      v.number(),
      v.check((at) => Number.isFinite(at)),
    ),
  };
  return entryVariants(fact, recorded) as SchemaOf<Entry<Fact>>;
}

function entryVariants<Fact, Extra extends v.ObjectEntries>(fact: SchemaOf<Fact>, extra: Extra) {
  return v.variant('type', [
    v.strictObject({ type: v.literal('happened'), opId: v.optional(opId), fact, ...extra }),
    v.strictObject({ type: v.literal('proposed'), opId, fact, ...extra }),
    v.strictObject({ type: v.literal('settled'), opId, ...extra }),
    v.strictObject({ type: v.literal('rejected'), opId, failure: v.optional(failureSchema), ...extra }),
  ]);
}

/**
 * Checks a value before it enters the journal: it must be plain data without secrets, and fit the schema.
 * Returns the schema's own copy, so that unknown fields cannot slip in, or a reason that names the place of
 * each problem.
 */
export function check<T>(schema: SchemaOf<T>, value: unknown): Result<T> {
  const unfit = findUnfit(value, '');
  if (unfit !== undefined) return refused(unfit);
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return accepted(parsed.output);
  return refused(parsed.issues.slice(0, maxIssues).map(issueText).join('; '));
}

const maxIssues = 3;

/**
 * Describes a problem by its place and what is expected there, but not by the value found, which may be a
 * secret.
 */
function issueText(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? 'value';
  return issue.expected === 'never' ? `${place} is not a field here` : `${place}: expected ${issue.expected}`;
}

const maxDepth = 32;

/**
 * Returns a sentence about the first place where a value is not plain serialisable data or names a secret;
 * undefined if there is none.
 */
function findUnfit(value: unknown, path: string, depth = 0): string | undefined {
  // Texts need no check: no schema has a field for a secret, and a name that looks like one must not make the
  // journal refuse a complete list.
  if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'string') return undefined;
  const place = path === '' ? 'value' : path;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${place} is ${value}, which cannot be saved`;
  if (typeof value === 'object') return findUnfitWithin(value, path, depth);
  return `${place} is a ${typeof value}: facts are plain values`;
}

function findUnfitWithin(value: object, path: string, depth: number): string | undefined {
  if (depth > maxDepth) return `${path} is nested more than ${maxDepth} deep`;
  if (!Array.isArray(value) && !isPlainObject(value)) {
    return `${path || 'value'} is a ${value.constructor?.name ?? 'class instance'}: facts are plain values`;
  }
  for (const [name, field] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (isSecretName(name) && field !== redacted) return `${place} is the name of a secret: secrets never enter the journal`;
    const unfit = findUnfit(field, place, depth + 1);
    if (unfit !== undefined) return unfit;
  }
  return undefined;
}
