import { addCollaborator, CollaboratorsPage } from './support/collaborators-page.ts';
import { enter, expect, productUrl, test, watchForProblems } from './support/fixtures.ts';
import { fillIn, linkTo, logIn, password } from './support/mailed-people.ts';
import { heldUndo, messageOf } from './support/message.ts';
import { expectFineEverywhere } from './support/page-checks.ts';

/** Who works in a system (REG-14, ROLE-11, ROLE-12, ACC-31), against the real host and its emails. */

const emailOf = (name: string): string => `${name}-${process.pid}-${Date.now()}@example.org`;

test('an invitation is mailed, sent again and accepted, by somebody new and by who has an account', async ({
  page,
  browser,
  field,
  operator,
}) => {
  test.slow();
  const people = await CollaboratorsPage.open(page, field);
  const email = emailOf('grace');
  await page.getByRole('button', { name: 'Add collaborator' }).click();
  for (const [typed, says] of [
    ['grace at home', 'Invalid email address'],
    ['', 'Cannot be empty'],
  ] as const) {
    const field = people.inviting.getByRole('textbox', { name: 'Email' });
    await field.fill(typed);
    await expect(field, 'once it rested (FORM-6)').toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(says);
  }
  await people.inviting.getByRole('button', { name: 'Cancel' }).click();
  await people.invite(email);
  await expect(messageOf(page)).toContainText('Sent an invitation to their email');
  await expect(people.row(email)).toContainText('Awaiting registration...Invited until');
  await expect(page.getByRole('button', { name: 'Active MITAS User' })).toHaveCount(1);
  await expectFineEverywhere(page);
  // The host refuses a second email to them within a minute.
  await operator.database.pool.query(`update mail_outbox set created_at = created_at - interval '2 minutes'`);
  await operator.database.pool.query(`delete from rate_limits`);
  await people.row(email).getByRole('button', { name: 'Resend' }).click();
  await expect(messageOf(page)).toContainText('Sent an invitation to their email');

  const context = await browser.newContext();
  try {
    const guest = await context.newPage();
    await guest.goto(await linkTo(email));
    await expect(guest.getByRole('heading', { name: 'Complete your profile' })).toBeVisible();
    const username = `grace${process.pid}${Date.now() % 10_000}`;
    await fillIn(guest, { 'First Name': 'Grace', 'Last Name': 'Hopper', Username: username });
    await fillIn(guest, { 'New Password': password, 'Confirm Password': password });
    await guest.getByRole('button', { name: 'Submit' }).click();
    await expect(guest).toHaveURL(`${productUrl()}/login`);
    await expect(people.row('Grace Hopper'), 'live, and by name').toContainText('Viewer');
    await expect(people.row(email)).toHaveCount(0);
    await logIn(guest, username);
    await expect(guest).toHaveURL(new RegExp(`/dashboard/${field.mitasId}/`));

    const known = await operator.addPerson({ demo: 'viewer' });
    await people.invite(`${known.username}@example.org`);
    await expect(people.row(`${known.username}@example.org`)).toContainText('Invited until');
    await guest.goto(await linkTo(`${known.username}@example.org`));
    await expect(guest.getByRole('heading', { name: `Join ${field.name}` })).toBeVisible();
    await expectFineEverywhere(guest);
    await expect(people.row(`${known.username}@example.org`), 'to open the link does nothing').toContainText('Invited until');
    await guest.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(guest.getByText(`You now have access to ${field.name}.`, { exact: false })).toBeVisible();
    await expect(people.row(`${known.username}@example.org`)).toHaveCount(0);
  } finally {
    await context.close();
  }
});

test('a role is changed, at once in the other browser; one’s own is asked for, and others out of reach', async ({
  page,
  browser,
  field,
  operator,
}) => {
  test.slow();
  const { person, name } = await addCollaborator(operator, field, 'researcher');
  const context = await browser.newContext({ baseURL: productUrl() });
  const problems = await watchForProblems(context);
  const other = await context.newPage();
  await enter(other, person, `/dashboard/${field.mitasId}/animals/database`);
  await other.getByRole('button', { name: 'Add animal' }).click();
  await expect(other.getByRole('dialog', { name: 'Create Animal' })).toBeVisible();

  const people = await CollaboratorsPage.open(page, field);
  await expect(people.row('(you)')).toContainText('Owner');
  await people.chooseRole(name, 'Viewer');
  const undo = await heldUndo(page, `${name} is now Viewer`);
  await expect(people.roleOf(name)).toContainText('Viewer');
  const create = other.getByRole('dialog').getByRole('button', { name: 'Create' });
  await expect(create, 'an open form says at once that it cannot be sent any more').toHaveAccessibleDescription(
    'You need the Researcher role',
  );
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(other.getByRole('button', { name: 'Add animal' })).toHaveCount(0);
  await undo.click();
  await expect(people.roleOf(name)).toContainText('Researcher');
  await expect(other.getByRole('button', { name: 'Add animal' })).toBeVisible();

  await people.chooseRole(name, 'Owner');
  await expect(people.question).toContainText('Permanently promote?');
  await expect(people.question).toContainText(
    'Once you promote someone to your level, you will not be able to demote them. Someone with higher account rights will have to, continue?',
  );
  await expectFineEverywhere(page, '[role=alertdialog]');
  await people.question.getByRole('button', { name: 'Cancel' }).click();
  await expect(people.roleOf(name)).toContainText('Researcher');
  await people.chooseRole(name, 'Owner');
  await people.question.getByRole('button', { name: 'Promote' }).click();
  await expect(people.roleOf(name), 'an Owner is not changed by an Owner').toHaveCount(0);
  await expect(people.row(name)).toContainText('Owner');
  await context.close();
  expect(problems).toEqual([]);
});

test('an Administrator reaches only those below; a Viewer reads, and may leave', async ({ page, browser, field, operator }) => {
  const administrator = await addCollaborator(operator, field, 'administrator');
  const viewer = await addCollaborator(operator, field, 'viewer');
  const people = await CollaboratorsPage.open(page, field, administrator.person);
  await people.roleOf(viewer.name).click();
  await expect(page.getByRole('option', { name: 'Owner' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  const [owner] = await people.table.getByRole('row').filter({ hasText: 'Owner' }).getByRole('rowheader').allTextContents();
  await people.check(owner ?? '');
  const unlink = page.getByRole('toolbar').getByRole('button', { name: 'Unlink' });
  await expect(unlink).toHaveAttribute('aria-disabled', 'true');
  await expect(unlink).toHaveAccessibleDescription(/only people below your role/);

  const context = await browser.newContext({ baseURL: productUrl() });
  const problems = await watchForProblems(context);
  const read = await CollaboratorsPage.open(await context.newPage(), field, viewer.person);
  await expect(read.table.getByRole('row')).toHaveCount(4);
  await expect(read.page.getByRole('button', { name: 'Add collaborator' })).toHaveCount(0);
  await expect(read.table.getByRole('checkbox')).toHaveCount(0);
  await expectFineEverywhere(read.page);
  await read.page.getByRole('button', { name: 'Leave' }).click();
  await expect(read.question).toContainText(`This will remove access to 1 collaborator(s) to '${field.name}', continue?`);
  await expect(read.question).toContainText('You will lose access yourself');
  await read.question.getByRole('button', { name: 'Unlink' }).click();
  await expect(read.table).toHaveCount(0);
  await expect(people.row(viewer.name)).toHaveCount(0);
  await context.close();
  // Requests still open when the person left the system are refused.
  expect(problems.filter((text) => !text.includes('status of 403'))).toEqual([]);
});

test('an Owner switches the page off for everybody, and on (ROLE-10)', async ({ page, browser, field, operator }) => {
  const { person } = await addCollaborator(operator, field, 'viewer');
  const context = await browser.newContext({ baseURL: productUrl() });
  const read = await CollaboratorsPage.open(await context.newPage(), field, person);
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/settings`);
  const offered = page.getByRole('switch', { name: 'Collaborators page' });
  await expect(offered).toBeChecked();
  await offered.click();
  await expect(offered).not.toBeChecked();
  await expect(read.table).toHaveCount(0);
  await offered.click();
  await expect(offered).toBeChecked();
  await context.close();
});
