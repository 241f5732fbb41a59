import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/** Options for checking a schema. They give problems without a text of their own a readable one (ERR-13). */
export const inWords = { message: issueText };

/** Readable names for valibot's types. */
const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  Object: 'an object',
  Array: 'a list',
};

/** How many characters of a value an error text shows. */
const longestShown = 60;

function issueText({ type, kind, requirement, input, expected, issues }: Issue): string {
  if (input === undefined) return 'It is missing';
  if (expected === 'never') return 'It does not belong here';
  const most = String(requirement);
  switch (type) {
    case 'min_value':
      return `It must be at least ${most}, not ${shown(input)}`;
    case 'max_value':
      return `It must be at most ${most}, not ${shown(input)}`;
    case 'gt_value':
      return `It must be more than ${most}, not ${shown(input)}`;
    case 'lt_value':
      return `It must be less than ${most}, not ${shown(input)}`;
    case 'integer':
      return `It must be a whole number, not ${shown(input)}`;
    case 'min_length':
      return requirement === 1 ? 'It must not be empty' : `It must have at least ${counted(most, input)}`;
    case 'max_length':
      return `It must have at most ${counted(most, input)}`;
  }
  // If the value has one of several types but violates a bound, report the bound.
  const inner = issues?.find((issue) => issue.kind === 'validation');
  if (inner !== undefined) return inner.message;
  return kind === 'schema' && expected !== null ? `It must be ${typesIn(expected)}, not ${shown(input)}` : 'It does not fit';
}

/** Returns '45 characters, not 46'. */
function counted(most: string, input: unknown): string {
  const { length } = input as string | unknown[];
  const one = typeof input === 'string' ? 'character' : 'entry';
  const many = typeof input === 'string' ? 'characters' : 'entries';
  return `${most} ${most === '1' ? one : many}, not ${length}`;
}

/** Turns '("yes" | "no")' into '"yes" or "no"'. */
function typesIn(expected: string): string {
  const types = expected.replaceAll(/[()]/g, '').split(' | ');
  return [...new Set(types.filter((each) => each !== 'undefined').map((each) => typeWords[each] ?? each))].join(' or ');
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? JSON.stringify(value).slice(0, longestShown) : String(value);
}
