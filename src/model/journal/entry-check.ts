import * as v from 'valibot';
import { type Failure, conflictSchema } from '../contract/failure.ts';
import { accepted, refused, type Result } from '../result.ts';
import type { Entry, NewEntry } from './entry.ts';
import { isPlainObject, isSecretName, redacted } from './secrets.ts';

/** A schema whose output is `T`, whatever it reads. */
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

/** The schema of an entry as actors send it, over the facts of `fact`. */
export function newEntrySchema<Fact>(fact: SchemaOf<Fact>): SchemaOf<NewEntry<Fact>> {
  return entryVariants(fact, {}) as SchemaOf<NewEntry<Fact>>;
}

/**
 * The schema of an entry as a recording holds it: with its position (from 1) and time (ms since the epoch).
 */
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
 * Checks a value at the journal's border: plain and free of secrets first, then against the schema. What
 * comes out is the schema's own copy, so that nothing the schema does not know can ride along. The reason
 * names the place of each problem.
 */
export function check<T>(schema: SchemaOf<T>, value: unknown): Result<T> {
  const unfit = findUnfit(value, '');
  if (unfit !== undefined) return refused(unfit);
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return accepted(parsed.output);
  return refused(parsed.issues.slice(0, maxIssues).map(issueText).join('; '));
}

const maxIssues = 3;

/** Names the place and what belongs there; not what was found, which may be anything. */
function issueText(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? 'value';
  return issue.expected === 'never' ? `${place} is not a field here` : `${place}: expected ${issue.expected}`;
}

const maxDepth = 32;

/**
 * The first place where a value is not plain serialisable data or names a secret, as a sentence; undefined
 * when it is fit.
 */
function findUnfit(value: unknown, path: string, depth = 0): string | undefined {
  // Texts are taken as they are: the schemas let in no field for a secret, and a name that a person chose
  // must not hide a whole list.
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
