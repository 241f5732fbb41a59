import { messageOf } from './support/message.ts';
import { expect, productUrl, test } from './support/fixtures.ts';
import { expectFineEverywhere } from './support/page-checks.ts';
import { addSuperuser, fillIn, linkTo, logIn, password } from './support/mailed-people.ts';

test('from sign-up through approval to the first live contact (FORM-3, FORM-7, FORM-10, FORM-16, FORM-17)', async ({
  page,
  operator,
  browser,
}) => {
  const superuser = await addSuperuser(operator);
  const email = `ada-${process.pid}-${Date.now()}@example.org`;
  const username = `ada${process.pid}${Date.now() % 10_000}`;

  await page.goto('/login');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await fillIn(page, { 'First Name': 'Ada', 'Last Name': 'Lovelace', Email: email, Company: 'Engines' });
  await page.getByRole('tab', { name: 'Login' }).click();
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByRole('textbox', { name: 'Company' }), 'what was typed survives').toHaveValue('Engines');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(messageOf(page)).toContainText('Successfully registered, we will contact you shortly!');
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('');

  const context = await browser.newContext();
  try {
    const desk = await context.newPage();
    await desk.goto(await linkTo(`${superuser}@example.org`));
    await logIn(desk, superuser);
    await expect(desk.getByRole('heading', { name: 'Their information' })).toBeVisible();
    await expect(desk).toHaveURL(`${productUrl()}/registration-approval`);
    await expect(desk.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(email);
    await expectFineEverywhere(desk);
    await fillIn(desk, { Username: '' });
    await expect(desk.getByText('Cannot be empty')).toBeVisible();
    await fillIn(desk, { Username: superuser });
    await desk.getByRole('button', { name: 'Submit' }).click();
    await expect(desk.getByRole('textbox', { name: 'Username', exact: true }), 'a taken name is marked').toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await fillIn(desk, { Username: username });
    await desk.getByRole('button', { name: 'Submit' }).click();
    await expect(desk.getByText('Successfully registered', { exact: true })).toBeVisible();
  } finally {
    await context.close();
  }

  await page.goto(await linkTo(email));
  await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible();
  await expect(page, 'the token is gone from the address').toHaveURL(`${productUrl()}/complete-profile`);
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveAttribute('readonly', '');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await fillIn(page, { 'First Name': ' ' });
  await expect(page.getByText('Cannot be empty'), 'an emptied name is red').toBeVisible();
  await fillIn(page, { 'First Name': 'Ada' });
  await fillIn(page, { 'New Password': 'short', 'Confirm Password': 'short' });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expectFineEverywhere(page);
  await fillIn(page, { 'New Password': password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(messageOf(page)).toContainText('Successfully validated, please login');
  await expect(page).toHaveURL(`${productUrl()}/login`);
  await logIn(page, username);
  await expect(page).toHaveURL(/\/dashboard\/demo\//);
  await page.goto('/dashboard/demo/receivers/stream');
  await expect(page.getByText(/[1-9]\d* contacts/).first(), 'the demo is heard').toBeVisible({ timeout: 60_000 });
});

test('a forgotten password is set by a mailed link, which logs in (FORM-15)', async ({ page, operator }) => {
  const { username } = await operator.addPerson({ demo: 'viewer' });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await fillIn(page, { 'Username or Email': username });
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(messageOf(page)).toContainText('If the account exists');

  await page.goto(await linkTo(`${username}@example.org`));
  await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible();
  await expect(page.getByText('Please enter a new password')).toBeVisible();
  await expect(page).toHaveURL(`${productUrl()}/reset-password`);
  await expectFineEverywhere(page);
  await fillIn(page, { 'New Password': 'otters of another kind', 'Confirm Password': 'otters of one kind' });
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByText('New password fields do not match')).toBeVisible();
  await fillIn(page, { 'Confirm Password': 'otters of another kind' });
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page).toHaveURL(/\/dashboard\/demo/);
});

test.describe('a link that is none', () => {
  test.use({ expectErrors: ['status of 403'] });

  test('says so, and leads to the login (FORM-15, FORM-16)', async ({ page }) => {
    await page.goto('/reset-password?token=nobody-was-sent-this&email=nobody%40example.org');
    await expect(page.getByRole('heading', { name: 'Could not verify' })).toBeVisible();
    await expect(page.getByText('An error occurred, please contact SEI if this persists.')).toBeVisible();
    await expectFineEverywhere(page);
    await page.goto('/complete-profile');
    await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
    await page.getByRole('button', { name: 'Go to login' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('who is no superuser approves nobody, and can log in as somebody else (FORM-17)', async ({ page, operator }) => {
  const person = await operator.addPerson({ demo: 'viewer' });
  const user = JSON.stringify({ email: 'a@example.org', firstName: 'A', lastName: 'B', username: 'ab' });
  const link = `/registration-approval?${new URLSearchParams({ user })}`;
  await page.goto(link);
  await expect(page).toHaveURL(/\/login\?from=/);
  await logIn(page, person.username);
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await page.getByRole('button', { name: 'Log in as somebody else' }).click();
  await expect(page.getByRole('textbox', { name: 'Username or Email' })).toBeVisible();
  await expect(page).toHaveURL(/from=%2Fregistration-approval/);
});
