import { expect, test } from 'vitest';
import type { Collaborator } from '#model/entities/collaborator.ts';
import { collaboratorColumns, collaboratorName, unlinkingText, whyNotUnlinked } from '#model/people/collaborators.ts';
import { tablePage } from '#model/tables/table-rows.ts';
import { tableAddress } from '#model/tables/table-address.ts';

const ada: Collaborator = {
  id: 1,
  active: true,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  RoleId: 1,
  expiresAt: null,
};
const bo: Collaborator = { ...ada, id: 2, firstName: 'Bo', lastName: 'Diaz', RoleId: 4 };
const guest: Collaborator = {
  ...ada,
  id: 3,
  active: false,
  firstName: null,
  lastName: null,
  email: 'zoe@example.org',
  RoleId: 3,
};

test.each<[Collaborator, string]>([
  [ada, 'Ada Lovelace'],
  [{ ...ada, lastName: null }, 'Ada'],
  [guest, 'zoe@example.org'],
  [{ ...guest, email: null }, 'Somebody'],
])('%j is called %s (REG-14)', (row, name) => {
  expect(collaboratorName(row)).toBe(name);
});

test.each([
  ['', ['Ada Lovelace', 'Bo Diaz', 'zoe@example.org']],
  ['?sort=role', ['Ada Lovelace', 'zoe@example.org', 'Bo Diaz']],
  ['?sort=-active', ['zoe@example.org', 'Ada Lovelace', 'Bo Diaz']],
  ['?search=viewer', ['Bo Diaz']],
])('by %j the table shows %j: by name, unless another column is asked for', (search, names) => {
  const { state } = tableAddress(collaboratorColumns).read(search);
  expect(tablePage([guest, bo, ada], collaboratorColumns, state).rows.map(collaboratorName)).toEqual(names);
});

test.each<[string, number, readonly Collaborator[], string | null]>([
  ['an Owner unlinks those below', 1, [bo, guest], null],
  ['and leaves', 1, [ada], null],
  ['an Administrator reaches no Owner', 2, [ada, bo], 'You can unlink only people below your role. These are not: Ada Lovelace'],
  ['nor another Administrator', 2, [{ ...bo, RoleId: 2 }], 'You can unlink only people below your role. These are not: Bo Diaz'],
  ['of an invitation the host says whose it is', 2, [{ ...guest, RoleId: 1, expiresAt: 1_000 }], null],
])('%s (ROLE-11)', (_, RoleId, chosen, why) => {
  expect(whyNotUnlinked({ id: RoleId === 1 ? 1 : 9, RoleId }, chosen)).toBe(why);
});

test('of one person the reason alone is said', () => {
  expect(unlinkingText(1, [{ name: 'Ada', reason: 'No' }])).toBe('Ada: No');
});

test('of several people it is said who stays, and why', () => {
  expect(unlinkingText(3, [{ name: 'Ada Lovelace', reason: 'A system keeps its last Owner' }])).toBe(
    '2 of 3 unlinked. Ada Lovelace: A system keeps its last Owner',
  );
});
