import type { Locator, Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import { submissionMachine, type SubmissionReply } from '../../../src/machines/submission/submission-machine.ts';
import type { FormRules } from '#model/forms/form-rules.ts';
import { setPasswordRules } from '#model/forms/new-password.ts';
import { approvalRules, completeProfileRules } from '#model/forms/person.ts';
import { changePasswordRules, profileRules } from '#model/forms/profile.ts';
import { resetRules } from '#model/forms/reset-password.ts';
import { type SignUp, signUpRules } from '#model/forms/sign-up.ts';
import { type Path, promise, samples } from '../../support/machine-paths.ts';
import { CollaboratorsPage } from './collaborators-page.ts';
import type { Field } from './field.ts';
import { enter, expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { HeldCalls } from './held-calls.ts';
import { addSuperuser, fillIn, linkTo, logIn, password } from './mailed-people.ts';
import { messageOf } from './message.ts';
import type { Operator } from './operator.ts';

type Snapshot = SnapshotFrom<typeof submissionMachine>;

/** One of the simple forms, and its call, which ends as the path decides. */
export type FormStage = { page: Page; form: Locator; shape: Shape; sending: HeldCalls };

type World = { page: Page; field: Field; operator: Operator };

/** A form as a person finds it: how to open it, its fields by the names of its values, and its button. */
type Shape = {
  rules: FormRules<never>;
  open: (world: World) => Promise<void>;
  title: string;
  fields: Readonly<Record<string, string>>;
  button: string;
  /** The values to type. */
  values: Readonly<Record<string, string>>;
  /** The button's state after the form is sent; it is gone if another page opens. */
  sent: 'ready' | 'greyed' | 'gone';
};

let people = 0;
const newName = (): string => `guest${process.pid}${(people += 1)}x${Date.now() % 100_000}`;
const twice = { password: 'otters of another kind', confirmed: 'otters of another kind' };
const person: SignUp = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', company: 'Engines' };
const names = { firstName: 'First Name', lastName: 'Last Name', username: 'Username' };
const passwords = { password: 'New Password', confirmed: 'Confirm Password' };

const shapes: readonly Shape[] = [
  {
    rules: signUpRules,
    async open({ page }) {
      await page.goto('/login');
      await page.getByRole('tab', { name: 'Sign Up' }).click();
    },
    title: 'Sign up',
    fields: { firstName: 'First Name', lastName: 'Last Name', email: 'Email', company: 'Company' },
    button: 'Register',
    values: person,
    sent: 'ready',
  },
  {
    rules: resetRules,
    async open({ page }) {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Forgot password' }).click();
    },
    title: 'Reset password',
    fields: { user: 'Username or Email' },
    button: 'Reset',
    values: { user: 'ada@example.org' },
    sent: 'greyed',
  },
  {
    rules: setPasswordRules,
    async open({ page, operator }) {
      const { username } = await operator.addPerson({ demo: 'viewer' });
      await page.goto('/login');
      await page.getByRole('button', { name: 'Forgot password' }).click();
      await fillIn(page, { 'Username or Email': username });
      await page.getByRole('button', { name: 'Reset', exact: true }).click();
      await page.goto(await linkTo(`${username}@example.org`));
    },
    title: 'Set password',
    fields: passwords,
    button: 'Set Password',
    values: twice,
    sent: 'gone',
  },
  {
    rules: completeProfileRules,
    async open({ page, field }) {
      const email = `${newName()}@example.org`;
      const owner = await CollaboratorsPage.open(page, field);
      await owner.invite(email);
      await page.goto(`/dashboard/${field.mitasId}/account/logout`);
      await expect(page.getByRole('textbox', { name: 'Username or Email' })).toBeVisible();
      await page.goto(await linkTo(email));
    },
    title: 'Complete your profile',
    fields: { ...names, ...passwords },
    button: 'Submit',
    values: { firstName: 'Grace', lastName: 'Hopper', username: newName(), ...twice },
    sent: 'gone',
  },
  {
    rules: approvalRules,
    async open({ page, operator }) {
      const superuser = await addSuperuser(operator);
      await page.goto('/login');
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      const email = `${newName()}@example.org`;
      await fillIn(page, { 'First Name': 'Grace', 'Last Name': 'Hopper', Email: email, Company: 'Navy' });
      await page.getByRole('button', { name: 'Register' }).click();
      await page.goto(await linkTo(`${superuser}@example.org`));
      await logIn(page, superuser);
    },
    title: 'Their information',
    fields: names,
    button: 'Submit',
    values: { firstName: 'Grace', lastName: 'Hopper', username: newName() },
    sent: 'greyed',
  },
  {
    rules: profileRules,
    open: openProfile,
    title: 'General Information',
    fields: names,
    button: 'Update Profile',
    // The email does not change.
    values: { firstName: 'Grace', lastName: 'Hopper', username: newName(), email: 'as@it.is', password: '' },
    sent: 'greyed',
  },
  {
    rules: changePasswordRules,
    open: openProfile,
    title: 'Change Password',
    fields: { current: 'Current Password', ...passwords },
    button: 'Change Password',
    values: { current: password, ...twice },
    sent: 'greyed',
  },
];

async function openProfile({ page, operator }: World): Promise<void> {
  await enter(page, await operator.addPerson({ demo: 'viewer' }), '/dashboard/demo/account/profile');
}

/** Opens the form that a path begins with. */
export async function openForm(world: World, path: Path): Promise<FormStage> {
  const { page } = world;
  const shape = shapes[path.input]!;
  await shape.open(world);
  const form = page.getByRole('form', { name: shape.title });
  await expect(form).toBeVisible();
  return { page, form, shape, sending: await HeldCalls.thatChange(page) };
}

const shapeOf = ({ context }: Snapshot): Shape => shapes.find(({ rules }) => rules === context.rules)!;

/** Every simple form: checked, sent, refused, changed, sent again. */
export const formFlow: Flow<typeof submissionMachine, FormStage> = {
  machine: submissionMachine,
  samples: samples({
    machine: submissionMachine,
    inputs: shapes.map(({ rules }) => ({ rules })),
    events: {
      // Most buttons stay greyed until the input may be valid: only the sign-up form refuses by itself.
      'form.submit': (snapshot: Snapshot) => {
        const { rules, values } = shapeOf(snapshot);
        return rules === signUpRules ? [{ values }, { values: { ...person, firstName: 'A' } }] : [{ values }];
      },
      'form.edit': (snapshot: Snapshot) => {
        const { rules, fields } = shapeOf(snapshot);
        return rules === signUpRules ? [{ field: 'firstName' }, { field: 'company' }] : [{ field: Object.keys(fields)[0] ?? '' }];
      },
    },
    actors: { sendForm: promise<SubmissionReply>({ outputs: [undefined], errors: [{ kind: 'network' }] }) },
    systems: ['snackbar'],
    serializeState: (snapshot: Snapshot) => {
      const { refused, failure, sent } = snapshot.context;
      return JSON.stringify([snapshot.value, shapeOf(snapshot).title, refused, failure, Math.min(sent, 1)]);
    },
    leads: [
      { input: 1, steps: ['form.submit', 'sendForm failed', 'form.edit', 'form.submit', 'sendForm done', 'form.submit'] },
      { input: 0, steps: ['form.submit #0', 'sendForm failed', 'form.edit #1', 'form.submit #1', 'form.edit #0'] },
      ...[2, 3, 4, 5, 6].map((input) => ({ input, steps: ['form.submit', 'sendForm failed', 'form.submit', 'sendForm done'] })),
    ],
  }),
  byHand: {
    async 'form.submit'({ form, shape }, { values }) {
      for (const [name, value] of Object.entries(values)) {
        if (!(name in shape.fields)) continue;
        const field = fieldOf({ form, shape }, name);
        if ((await field.inputValue()) !== value) await field.fill(value);
      }
      await form.getByRole('button', { name: shape.button, exact: true }).click();
    },
    // A field's error goes when the field is changed (FORM-9).
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
    const isSent = snapshot.hasTag('done');
    if (isSent && shape.sent === 'gone') return expect(form).toHaveCount(0);
    // Checked first, as it closes after two seconds.
    if (failure !== null && shape.rules !== approvalRules) await expect(messageOf(page)).toContainText(failure);
    for (const [name, label] of Object.entries(shape.fields)) {
      const field = fieldOf({ form, shape }, name);
      await expect(field).toBeEnabled({ enabled: !busy });
      if (refused?.field === name) await expect(field, `${label} is refused`).toHaveAccessibleDescription(refused.text);
      else await expect(field, `${label} is not refused`).not.toHaveAttribute('aria-invalid', 'true');
    }
    const isReady = !busy && !(isSent && shape.sent === 'greyed');
    await expect(form.getByRole('button', { name: shape.button, exact: true })).toBeEnabled({ enabled: isReady });
    await expect(form.getByRole('alert')).toHaveText(failure ?? '');
    return undefined;
  },
};

function fieldOf({ form, shape }: Pick<FormStage, 'form' | 'shape'>, name: string): Locator {
  return form.getByRole('textbox', { name: shape.fields[name] ?? name, exact: true });
}
