import type { Locator, Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import { submissionMachine } from '../../../src/machines/submission/submission-machine.ts';
import { accountCalls } from '#model/contract/account-calls.ts';
import { resetRules } from '#model/forms/reset-password.ts';
import { type SignUp, signUpRules } from '#model/forms/sign-up.ts';
import { type Path, promise, samples } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { HeldCalls } from './held-calls.ts';
import { messageOf } from './message.ts';

type Snapshot = SnapshotFrom<typeof submissionMachine>;

/** One of the simple forms at the login, and its call, which waits for the path to say how it ends. */
export type FormStage = { page: Page; form: Locator; shape: Shape; sending: HeldCalls };

/**
 * What a person finds at a form: how it is come by, its fields by the names of its values, and its button.
 */
type Shape = { opener: (page: Page) => Locator; title: string; fields: Readonly<Record<string, string>>; button: string };

const shapes = {
  signUp: {
    opener: (page) => page.getByRole('tab', { name: 'Sign Up' }),
    title: 'Sign up',
    fields: { firstName: 'First Name', lastName: 'Last Name', email: 'Email', company: 'Company' },
    button: 'Register',
  },
  resetPassword: {
    opener: (page) => page.getByRole('button', { name: 'Forgot password' }),
    title: 'Reset password',
    fields: { user: 'Username or Email' },
    button: 'Reset',
  },
} satisfies Record<string, Shape>;

const inputs = [{ rules: signUpRules }, { rules: resetRules }];

/** Opens the form that a path begins with. */
export async function openForm(page: Page, path: Path): Promise<FormStage> {
  const shape: Shape = path.input === 0 ? shapes.signUp : shapes.resetPassword;
  const sending = await HeldCalls.at(page, accountCalls.registrationRequest.path, accountCalls.resetPassword.path);
  await page.goto('/login');
  await shape.opener(page).click();
  const form = page.getByRole('form', { name: shape.title });
  await expect(form).toBeVisible();
  return { page, form, shape, sending };
}

const person: SignUp = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', company: 'Engines' };
/** Signing up and asking for a new password: checked, sent, refused, changed, sent again. */
export const formFlow: Flow<typeof submissionMachine, FormStage> = {
  machine: submissionMachine,
  samples: samples({
    machine: submissionMachine,
    inputs,
    events: {
      // Reset cannot be pressed before the name is long enough, so that only a sign-up can be refused by its
      // form.
      'form.submit': ({ context }) =>
        context.rules === signUpRules
          ? [{ values: person }, { values: { ...person, firstName: 'A' } }]
          : [{ values: { user: 'ada@example.org' } }],
      'form.edit': ({ context }) =>
        context.rules === signUpRules ? [{ field: 'firstName' }, { field: 'company' }] : [{ field: 'user' }],
    },
    actors: { sendForm: promise<void>({ outputs: [undefined], errors: [{ kind: 'network' }] }) },
    systems: ['snackbar'],
    serializeState: ({ value, context: { rules, refused, failure, sent } }) =>
      JSON.stringify([value, rules === signUpRules, refused, failure, Math.min(sent, 1)]),
    leads: [
      { input: 1, steps: ['form.submit', 'sendForm failed', 'form.edit', 'form.submit', 'sendForm done', 'form.submit'] },
      { input: 0, steps: ['form.submit #0', 'sendForm failed', 'form.edit #1', 'form.submit #1', 'form.edit #0'] },
    ],
  }),
  byHand: {
    async 'form.submit'({ form, shape }, { values }) {
      for (const [name, value] of Object.entries(values)) {
        const field = fieldOf({ form, shape }, name);
        if ((await field.inputValue()) !== value) await field.fill(value);
      }
      await form.getByRole('button', { name: shape.button, exact: true }).click();
    },
    // What is said of a field goes when that field is changed (FORM-9).
    async 'form.edit'({ form, shape }, { field }) {
      await fieldOf({ form, shape }, field).press('End+x');
    },
  },
  byTheWorld: {
    'sendForm failed': ({ sending }) => sending.cut(),
    'sendForm done': ({ sending }) => sending.letGo(),
  },
  elsewhere: {},
  untaken: {},
  async shows({ page, form, shape }, snapshot: Snapshot) {
    const { refused, failure } = snapshot.context;
    const busy = snapshot.hasTag('busy');
    for (const [name, label] of Object.entries(shape.fields)) {
      const field = fieldOf({ form, shape }, name);
      await expect(field).toBeEnabled({ enabled: !busy });
      if (refused?.field === name) await expect(field, `${label} is refused`).toHaveAccessibleDescription(refused.text);
      else await expect(field, `${label} is not refused`).not.toHaveAttribute('aria-invalid', 'true');
    }
    // What was sent is gone from the fields, and Reset needs a name.
    const isEmpty = shape === shapes.resetPassword && snapshot.hasTag('done');
    await expect(form.getByRole('button', { name: shape.button, exact: true })).toBeEnabled({ enabled: !busy && !isEmpty });
    await expect(form.getByRole('alert')).toHaveText(failure ?? '');
    if (failure !== null) await expect(messageOf(page)).toContainText(failure);
  },
};

function fieldOf({ form, shape }: Pick<FormStage, 'form' | 'shape'>, name: string): Locator {
  return form.getByRole('textbox', { name: shape.fields[name] ?? name, exact: true });
}
