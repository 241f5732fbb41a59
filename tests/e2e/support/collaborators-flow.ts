import type { SnapshotFrom } from 'xstate';
import { type RegistryDone, registryMachine } from '../../../src/machines/registry/registry-machine.ts';
import { promise, samples } from '../../support/machine-paths.ts';
import { addCollaborator, CollaboratorsPage } from './collaborators-page.ts';
import { leaveDialog } from './discard.ts';
import type { Field } from './field.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { HeldCalls } from './held-calls.ts';
import { messageOf } from './message.ts';
import type { Operator } from './operator.ts';
import type { Page } from '@playwright/test';

type Snapshot = SnapshotFrom<typeof registryMachine>;

/** The page of collaborators for the Owner, with one person to change and one to unlink. */
export type CollaboratorsStage = { people: CollaboratorsPage; asked: HeldCalls; changed: string; unlinked: string };

export async function openCollaborators(page: Page, field: Field, operator: Operator): Promise<CollaboratorsStage> {
  const { name: changed } = await addCollaborator(operator, field, 'viewer');
  const { name: unlinked } = await addCollaborator(operator, field, 'viewer');
  const people = await CollaboratorsPage.visit(page, field);
  await expect(people.row(unlinked)).toBeVisible();
  const asked = await HeldCalls.at(page, '/role', '/collaborators?collaboratorId=*');
  await page.route('**/collaborators', (route) => (route.request().method() === 'POST' ? asked.hold(route) : route.fallback()));
  return { people, asked, changed, unlinked };
}

let invited = 0;
const done = { message: 'Done', made: null };

/** Inviting, changing a role and unlinking, with every possible outcome (REG-14). */
export const collaboratorsFlow: Flow<typeof registryMachine, CollaboratorsStage> = {
  machine: registryMachine,
  samples: samples({
    machine: registryMachine,
    inputs: [{ mitasId: 'demo', search: '' }],
    events: {
      'row.new': {},
      'row.edit': [],
      'row.change': { id: 2, values: { newRoleId: 3 } },
      'form.submit': { values: { email: 'grace@example.org', roleId: 4 } },
      'rows.remove': { ids: [3] },
      'remove.confirm': {},
      'dialog.close': {},
      'place.changed': [],
    },
    actors: {
      saveRow: promise<RegistryDone>({ outputs: [done] }),
      removeRows: promise<RegistryDone>({ outputs: [done] }),
    },
    systems: ['snackbar'],
    leads: [
      {
        steps: [
          'row.new',
          'form.submit',
          'saveRow failed',
          'form.submit',
          'saveRow done',
          'row.change',
          'changeRow failed',
          'row.change',
          'changeRow done',
          'rows.remove',
          'remove.confirm',
          'removeRows failed',
          'remove.confirm',
          'removeRows done',
        ],
      },
    ],
    serializeState: ({ value, context: { failure } }) => JSON.stringify([value, failure]),
  }),
  byHand: {
    'row.new': ({ people }) => people.page.getByRole('button', { name: 'Add collaborator' }).click(),
    async 'form.submit'({ people: { inviting } }) {
      const email = inviting.getByRole('textbox', { name: 'Email' });
      if ((await email.inputValue()) === '') await email.fill(`guest-${process.pid}-${Date.now()}-${++invited}@example.org`);
      await inviting.getByRole('button', { name: 'Invite' }).click();
    },
    async 'row.change'({ people, changed }) {
      const role = people.roleOf(changed);
      await people.chooseRole(changed, (await role.textContent())?.includes('Viewer') === true ? 'Researcher' : 'Viewer');
    },
    async 'rows.remove'({ people, unlinked }) {
      await people.check(unlinked);
      await people.page.getByRole('toolbar').getByRole('button', { name: 'Unlink' }).click();
    },
    'remove.confirm': ({ people }) => people.question.getByRole('button', { name: 'Unlink' }).click(),
    'dialog.close': ({ people: { page } }) => leaveDialog(page, () => page.getByRole('button', { name: 'Cancel' }).click()),
  },
  byTheWorld: {
    'saveRow failed': ({ asked }) => asked.cut(),
    'saveRow done': ({ asked }) => asked.letGo(),
    async 'changeRow failed'({ asked, people }) {
      await asked.cut();
      await expect(messageOf(people.page)).toContainText('An error occurred');
    },
    'changeRow done': ({ asked }) => asked.letGo(),
    'removeRows failed': ({ asked }) => asked.cut(),
    'removeRows done': ({ asked }) => asked.letGo(),
  },
  elsewhere: {
    'row.edit': 'a person is not written over in a form: animals and transmitters are',
  },
  untaken: {
    'registry.browsing.marking · xstate.after.mark.registry.browsing.marking → registry.browsing.plain':
      'it comes by the clock, and the mark goes',
  },
  async shows({ people, changed }, snapshot: Snapshot) {
    const isBusy = snapshot.hasTag('busy');
    const [isForm, isRemoval] = [snapshot.hasTag('form'), snapshot.hasTag('removal')];
    await expect(people.inviting).toHaveCount(isForm ? 1 : 0);
    await expect(people.question).toHaveCount(isRemoval ? 1 : 0);
    if (isForm || isRemoval) {
      const dialog = isForm ? people.inviting : people.question;
      await expect(dialog.getByRole('alert')).toHaveCount(snapshot.hasTag('failed') ? 1 : 0);
    } else await expect(people.roleOf(changed)).toBeEnabled({ enabled: !isBusy });
  },
};
