import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Call, Schema } from '#model/contract/call.ts';
import { inWords } from '#model/fields/issue-text.ts';
import { newUsername } from '#model/fields/person-fields.ts';
import { queryId } from '#model/fields/query-fields.ts';
import { outgoingSchemas } from '#model/contract/socket-messages.ts';
import { callNames, contract } from '#model/contract/table.ts';
import { name } from '#model/fields/fields.ts';
import { rowIds, timezoneName, whole, within } from '#model/fields/value-fields.ts';

/** The host answers an invalid request with a sentence, whichever schema refuses it. */

const yesOrNo = v.picklist(['yes', 'no']);
const textOrList = v.union([v.string(), v.array(v.string())]);

describe('what is wrong with a value (ERR-13)', () => {
  test.each<[what: string, schema: Schema, value: unknown, text: string]>([
    ['above its bound', whole(1, 12), 13, 'It must be at most 12, not 13'],
    ['below its bound', within(-90, 90), -90.5, 'It must be at least -90, not -90.5'],
    ['at a bound that is left out', v.pipe(v.number(), v.ltValue(175)), 175, 'It must be less than 175, not 175'],
    ['at another one', v.pipe(v.number(), v.gtValue(0)), 0, 'It must be more than 0, not 0'],
    ['no whole number', whole(1, 12), 1.5, 'It must be a whole number, not 1.5'],
    ['text for a number', whole(1, 12), 'many', 'It must be a number, not "many"'],
    ['nothing for a number', whole(1, 12), null, 'It must be a number, not null'],
    ['an object for text', v.string(), {}, 'It must be text, not an object'],
    ['a list for true or false', v.boolean(), [true], 'It must be true or false, not a list'],
    ['no object', v.object({ a: v.string() }), 'a', 'It must be an object, not "a"'],
    ['no list', v.array(v.string()), 5, 'It must be a list, not 5'],
    ['neither of two types', textOrList, 5, 'It must be text or a list, not 5'],
    ['none of some words', yesOrNo, 'perhaps', 'It must be "yes" or "no", not "perhaps"'],
    ['a word that goes on', yesOrNo, 'x'.repeat(100), `It must be "yes" or "no", not "${'x'.repeat(59)}`],
    ['a missing field', v.object({ a: v.string() }), {}, 'It is missing'],
    ['nothing at all', v.string(), undefined, 'It is missing'],
    ['an unknown field', v.strictObject({}), { b: 1 }, 'It does not belong here'],
    ['empty', name(45), '  ', 'It must not be empty'],
    ['too long', name(45), 'x'.repeat(46), 'It must have at most 45 characters, not 46'],
    ['too few', v.pipe(v.array(v.number()), v.minLength(2)), [1], 'It must have at least 2 entries, not 1'],
    ['one too many', v.pipe(v.array(v.number()), v.maxLength(1)), [1, 2], 'It must have at most 1 entry, not 2'],
    ['an empty list of ids', rowIds, [], 'It must not be empty'],
    ['empty, of two kinds of text', v.union([newUsername, name(120)]), '', 'It must not be empty'],
    ['digits with an end', queryId, '12px', 'A number is written in digits'],
    ['a number in digits that is too large', queryId, '3000000000', 'It must be at most 2147483647, not 3000000000'],
    ['a timezone that cannot be one', timezoneName, 'Europe/Zürich', 'A timezone is named by letters, digits, _, +, - and /'],
    [
      'refused without a reason',
      v.pipe(
        v.string(),
        v.check(() => false),
      ),
      'a',
      'It does not fit',
    ],
  ])('%s', (_, schema, value, text) => {
    expect(v.safeParse(schema, value, { abortEarly: true, ...inWords }).issues?.[0].message).toBe(text);
  });

  test('a schema that has words of its own keeps them', () => {
    const schema = v.pipe(v.number(), v.maxValue(12, 'A year has twelve months'));
    expect(v.safeParse(schema, 13, inWords).issues?.[0].message).toBe('A year has twelve months');
  });
});

const parts: [string, Schema][] = [
  ...callNames.flatMap((call): [string, Schema][] => {
    const { query, body }: Call = contract[call];
    return [query, body].flatMap((schema) => (schema === undefined ? [] : [[call, schema] as [string, Schema]]));
  }),
  ...Object.entries(outgoingSchemas).map(([type, schema]): [string, Schema] => [`socket, ${type}`, schema]),
];

type Part = { type?: unknown; message?: unknown };

/** Returns the patterns anywhere within a schema. */
function patternsIn(part: unknown, seen = new Set<unknown>()): Part[] {
  if (typeof part !== 'object' || part === null || part instanceof RegExp || seen.has(part)) return [];
  seen.add(part);
  const own = (part as Part).type === 'regex' ? [part as Part] : [];
  return [...own, ...Object.values(part).flatMap((inner) => patternsIn(inner, seen))];
}

describe('a pattern that a text has to fit (ERR-13)', () => {
  test.each(parts)('has words in %s', (_, schema) => {
    expect(patternsIn(schema).filter(({ message }) => message === undefined)).toEqual([]);
  });

  test('is found within the schemas', () => {
    expect(patternsIn(parts.map(([, schema]) => schema)).length).toBeGreaterThan(5);
  });
});
