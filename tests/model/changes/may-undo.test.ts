import { expect, test } from 'vitest';
import type { Change } from '#model/changes/change.ts';
import { mayUndo } from '#model/changes/may-undo.ts';
import { renaming } from '../../support/change-samples.ts';

const roleChange: Change['items'] = [
  { kind: 'member.roleChanged', id: 1, name: 'bo', before: { RoleId: 4 }, after: { RoleId: 3 } },
];

const invited: Change['items'] = [
  ...roleChange,
  { kind: 'invitation.renewed', id: 2, name: 'bo@example.org', before: { expiresAt: 1 }, after: { expiresAt: 2 } },
];

test.each([
  ['one’s own, as Researcher', renaming(1), { id: 7, role: 3 }, true],
  ['one’s own, as Viewer since', renaming(1), { id: 7, role: 4 }, false],
  ['somebody else’s', renaming(1), { id: 8, role: 1 }, false],
  ['the host’s', renaming(1, { by: null }), { id: 7, role: 1 }, false],
  ['of a role, as Administrator', renaming(1, { items: roleChange }), { id: 7, role: 2 }, true],
  ['of a role, as Researcher since', renaming(1, { items: roleChange }), { id: 7, role: 3 }, false],
  ['of an invitation, among others (ACC-31)', renaming(1, { items: invited }), { id: 7, role: 1 }, false],
  ['whose things are withheld', renaming(1, { items: [] }), { id: 7, role: 3 }, false],
  ['too large to be told', renaming(1, { items: null }), { id: 7, role: 3 }, false],
  ['of a newer host', renaming(1, { items: [{ kind: 'x.y', unknown: true }] }), { id: 7, role: 3 }, false],
] as const)('a change that is %s (CHG-17)', (_, change, person, may) => {
  expect(mayUndo(change, person)).toBe(may);
});
