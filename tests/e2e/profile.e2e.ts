import { enter, expect, test } from './support/fixtures.ts';
import { linkTo } from './support/mailed-people.ts';
import { messageOf } from './support/message.ts';
import { expectFineEverywhere } from './support/page-checks.ts';

const screen = '/dashboard/demo/account/profile';

test('one changes one’s names; the console shows them at once, and nothing is sent that is so already (FORM-18)', async ({
  page,
  operator,
}) => {
  await enter(page, await operator.addPerson({ demo: 'viewer' }), screen);
  const form = page.getByRole('form', { name: 'General Information' });
  const update = form.getByRole('button', { name: 'Update Profile' });
  await expect(form).toContainText('Member since');
  await expect(form).toContainText('Last Login');
  await expect(update).toBeDisabled();
  await expect(form.getByText('No changes to save'), 'why, without pointing at it (FORM-11)').toBeVisible();
  await expectFineEverywhere(page);
  const name = form.getByRole('textbox', { name: 'First Name' });
  await name.fill('');
  await update.click();
  await expect(form.getByText('First name is required')).toBeVisible();
  await name.fill('Grace');
  await update.click();
  await expect(messageOf(page)).toContainText('Success');
  await expect(update).toBeDisabled();
  await page.reload();
  await expect(name).toHaveValue('Grace');
  const email = `other-${process.pid}-${Date.now()}@example.org`;
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.getByRole('textbox', { name: 'Current Password' }).fill('tame otters forty-two');
  await update.click();
  await expect(form.getByText(`${email} takes effect when you confirm it by the link mailed to that address.`)).toBeVisible();

  // Programs that scan emails open links too (ACC-29).
  await page.goto(await linkTo(email));
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await expectFineEverywhere(page);
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page.getByText('Your new email is confirmed and in use from now on.')).toBeVisible();
  await page.goto(screen);
  await expect(name).toHaveValue('Grace');
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
});

test('another password ends the other sessions, each of which can be ended alone (FORM-19, ACC-30)', async ({
  page,
  operator,
  browser,
}) => {
  const person = await operator.addPerson({ demo: 'viewer' });
  const context = await browser.newContext();
  try {
    const other = await context.newPage();
    await enter(other, person, screen);
    await enter(page, person, screen);
    const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: '(this session)' })).toHaveCount(1);
    await page.getByRole('button', { name: /^End (?!all)/ }).click();
    await expect(rows).toHaveCount(1);
    await expect(other.getByRole('textbox', { name: 'Username or Email' }), 'it is ended at once').toBeVisible();

    const form = page.getByRole('form', { name: 'Change Password' });
    const change = form.getByRole('button', { name: 'Change Password' });
    await expect(change).toBeDisabled();
    await form.getByRole('textbox', { name: 'Current Password' }).fill(person.password);
    await form.getByRole('textbox', { name: 'New Password' }).fill('otters of another kind');
    await form.getByRole('textbox', { name: 'Confirm Password' }).fill('otters of some kind');
    await change.click();
    await expect(form.getByText('New password fields do not match')).toBeVisible();
    await form.getByRole('textbox', { name: 'Confirm Password' }).fill('otters of another kind');
    await change.click();
    await expect(messageOf(page)).toContainText('Your password was changed, and your other sessions were ended.');
    await expect(form.getByRole('textbox', { name: 'Current Password' })).toHaveValue('');
  } finally {
    await context.close();
  }
});
