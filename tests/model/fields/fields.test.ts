import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { email, newUsername, personName } from '#model/fields/person-fields.ts';

const read = (schema: v.GenericSchema<string, string>, typed: string): string | null => {
  const result = v.safeParse(schema, typed);
  return result.success ? result.output : null;
};

test.each([
  ['ada', 'ada'],
  ['  ada ', 'ada'],
  ["Éo'neil", "Éo'neil"],
  ['person-1.b', 'person-1.b'],
  ['', null],
  ['bad name', null],
  ['bad\tname', null],
  ['bad\u00a0name', null],
  ['-ada', null],
  ['x'.repeat(101), null],
  ['x'.repeat(10_000), null],
  // ACC-25: one spelling, one script, no invisible characters.
  ['ＡＤＡ', 'ADA'],
  ['e\u0301lodie', 'élodie'],
  ['ada＠example.org', null],
  ['ad\u0430', null],
  ['ada\u200b', null],
  ['ada\u202e', null],
  ['ada\u00ad', null],
  ['ad\ufe0fa', null],
])('%j as the username of a new account is %j (ACC-2, ACC-25)', (typed, expected) => {
  expect(read(newUsername, typed)).toBe(expected);
});

describe('a name (ACC-24)', () => {
  test.each([
    ['Ada', 'Ada'],
    [' Augusta  Ada ', 'Augusta Ada'],
    ["Łukasz O'Brien-张", "Łukasz O'Brien-张"],
    ['שלום', 'שלום'],
    ['', null],
    ['   ', null],
    ['Ada\r\nBcc: x@example.org', null],
    ['Ada\n', null],
    ['Ada\u2028', null],
    ['A\u202eda', null],
    ['A\u2066da', null],
    ['A\u200eda', null],
    ['A\u0007da', null],
    ['A\u0085da', null],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['x'.repeat(101), null],
    ['x'.repeat(10_000), null],
  ])('%j is %j', (typed, expected) => expect(read(personName, typed)).toBe(expected));
});

describe('an email (FORM-6)', () => {
  test.each([
    ['ada@example.org', 'ada@example.org'],
    [' Ada.L+x@sub.example.org ', 'Ada.L+x@sub.example.org'],
    ["o'neil@example.org", "o'neil@example.org"],
    ['ada@example', null],
    ['ada@exämple.org', null],
    ['ädа@example.org', null],
    ['a da@example.org', null],
    ['a@b@example.org', null],
    ['ada@example.org,eve@example.org', null],
    ['Ada <ada@example.org>', null],
    ['"ada"@example.org', null],
    ['ada@[127.0.0.1]', null],
    ['ada@example.org\nBcc: eve@example.org', null],
    [`${'x'.repeat(243)}@example.org`, null],
  ])('%j is %j', (typed, expected) => expect(read(email, typed)).toBe(expected));
});
