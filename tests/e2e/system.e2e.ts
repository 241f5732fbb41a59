import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { pino } from 'pino';
import * as v from 'valibot';
import { doing, type JobKind, type JobTry } from '../../host/platform/jobs/job-kind.ts';
import { startJobs } from '../../host/platform/jobs/jobs.ts';
import { Mistake } from '../../host/platform/mistake.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { planted } from '../support/planted.ts';
import type { Field } from './support/field.ts';
import { enter, expect, test } from './support/fixtures.ts';
import type { Operator } from './support/operator.ts';
import { expectAccessible, expectFineEverywhere, expectNoSidewaysScroll, expectTouchTargets } from './support/page-checks.ts';
import { visit } from './support/steps.ts';

/** Advanced → System (JOB-14), and the system's part of Settings (SYS-14). */

const settingsPage = ({ mitasId }: Field) => `/dashboard/${mitasId}/receivers/settings`;
const systemPage = ({ mitasId }: Field) => `/dashboard/${mitasId}/advanced/system`;
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page) => part(page, 'Background work');
const dataKept = (page: Page) => part(page, 'Data kept');
const facts = (page: Page) => page.getByRole('region', { name: 'About this system' });

test('what the page says of a system, as that goes on being true', async ({ page, field, operator, step }) => {
  await enter(page, field.person, systemPage(field));

  await step(
    'Settings says how the system is, by which versions it is run, and what it may, and goes on being true; System does not',
    async () => {
      await visit(page, systemPage(field));
      await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
      await expect(dataKept(page)).toBeVisible();
      await expect(facts(page), 'it is said once').toHaveCount(0);
      await visit(page, settingsPage(field));
      await expect(facts(page)).toContainText('System statusOperating normally');
      await expect(facts(page)).toContainText(`Host version${packageJson.version}`);
      await expect(facts(page)).toContainText(/Database version1[5-9]\./);
      await expect(facts(page)).toContainText('Max receivers100, 5 of them in use');
      await expect(facts(page)).toContainText('ExpiryNever');
      await expect(facts(page)).toContainText('Clock sync intervalHourly');
      await expectFineEverywhere(page);

      await operator.admin(['systems', 'set', field.mitasId, '--max-receivers', '12']);
      await expect(facts(page)).toContainText('Max receivers12, 5 of them in use');
    },
  );

  await step(
    'the work in the background is told as it goes on, and why it failed; it is tried again and cancelled there (JOB-14)',
    async () => {
      const work = await startWork(operator, field.mitasId);
      try {
        await visit(page, systemPage(field));
        await expect(card(page)).toContainText('No background work in the past 7 days');
        await expectAccessible(page);

        await work.ask('counts');
        await expect(part(page, 'Running').getByRole('listitem')).toContainText('RunningCounting contactsAsked for');
        (await work.trying('counts')).progress({ done: 340, total: 1_200, what: 'contacts' });
        await expect(part(page, 'Running')).toContainText('340 of 1,200 contacts');
        await expect(page.getByRole('progressbar', { name: 'Progress: Counting contacts' })).toHaveAttribute('value', '340');

        await work.ask('fails');
        const failed = part(page, 'Failed').getByRole('listitem');
        await expect(failed).toContainText(/^FailedMaking a file.*after 1 tryThe disk had no room\.Retry$/);
        await expectFineEverywhere(page);
        work.heal();
        await failed.getByRole('button', { name: 'Retry: Making a file' }).click();
        await expect(part(page, 'Done in the past 7 days').getByRole('listitem')).toContainText(/^DoneMaking a file.*, try 2$/);

        await part(page, 'Running').getByRole('button', { name: 'Cancel: Counting contacts' }).click();
        const over = part(page, 'Done in the past 7 days').getByRole('listitem');
        await expect(over).toHaveCount(2);
        await expect(over.filter({ hasText: 'Counting contacts' })).toContainText('Cancelled');
        await expect(part(page, 'Running')).toHaveCount(0);
      } finally {
        await work.close();
      }
    },
  );

  await step('an end that is near is marked, in both schemes and on a phone', async () => {
    const expiry = new Date(Date.now() + 3.5 * 86_400_000);
    await planted(operator.database).updateTable('systems').set({ expiry }).where('id', '=', field.mitasId).execute();
    await page.goto(settingsPage(field));
    await expect(facts(page)).toContainText('3 days left');
    await expectFineEverywhere(page);
  });

  await step('200 jobs fit on a phone, and what a person may not see any more goes at once (JOB-14)', async () => {
    const work = await startWork(operator, field.mitasId);
    try {
      await operator.database.pool.query(
        `insert into jobs.job (name, data, state, created_on, started_on, completed_on, output)
         select 'e2e-counts', jsonb_build_object('input', '', 'title', 'Counting contacts of a receiver with a long name', 'mitasId', $1::text),
           state, now() - n * interval '1 minute', now(), case when state > 'active' then now() end, '{"plain":"The disk had no room."}'
         from generate_series(1, 60) as n, unnest(array['created', 'failed', 'completed', 'cancelled']::jobs.job_state[]) as state`,
        [field.mitasId],
      );
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(systemPage(field));
      await expect(part(page, 'Failed').getByRole('listitem')).toHaveCount(50);
      await expect(part(page, 'Failed')).toContainText('The newest 50 of them');
      await expectNoSidewaysScroll(page);
      await expectTouchTargets(page);
      await expectAccessible(page);

      await operator.admin(['roles', 'grant', field.person.username, field.mitasId, 'researcher']);
      await expect(card(page)).toHaveCount(0);
      await expect(dataKept(page)).toBeVisible();
    } finally {
      await work.close();
    }
  });
});

test.describe('the work in the background (JOB-14)', () => {
  test.describe('that cannot be loaded', () => {
    test.use({ expectErrors: ['net::ERR_CONNECTION_REFUSED'] });

    test('says so, with Retry, beside what is known', async ({ page, field }) => {
      await page.route('**/jobs', (route) => route.abort('connectionrefused'));
      await enter(page, field.person, systemPage(field));
      await expect(card(page)).toContainText('Could not load the background work');
      await expect(dataKept(page)).toBeVisible();
      await expectFineEverywhere(page);
      await page.unroute('**/jobs');
      await card(page).getByRole('button', { name: 'Retry' }).click();
      await expect(card(page)).toContainText('No background work in the past 7 days');
    });
  });
});

/** Starts work of a system, run by a host that shares the product's database. */
async function startWork(operator: Operator, mitasId: string) {
  const kind = (name: string, title: string): JobKind<string> => ({
    name: `e2e-${name}`,
    title,
    input: v.string(),
    system: (input) => input,
    deadlineSeconds: 600,
    retries: 0,
    longestPauseSeconds: 1,
    mostWaiting: 100,
    atOnce: 1,
  });
  const kinds = { counts: kind('counts', 'Counting contacts'), fails: kind('fails', 'Making a file') };
  const tries = new Map<keyof typeof kinds, JobTry>();
  let isAiling = true;
  const works = [
    doing(kinds.counts, async (_, attempt) => {
      tries.set('counts', attempt);
      await once(attempt.signal, 'abort');
    }),
    doing(kinds.fails, () => (isAiling ? Promise.reject(new Mistake('The disk had no room.')) : Promise.resolve())),
  ];
  const jobs = await startJobs({ database: operator.database, log: pino({ level: 'silent' }), works, timeoutMs: 100 });
  return {
    ask: (name: keyof typeof kinds) => jobs.enqueue(kinds[name], [mitasId]),
    trying: async (name: keyof typeof kinds): Promise<JobTry> => {
      await expect.poll(() => tries.has(name)).toBe(true);
      return tries.get(name)!;
    },
    heal: () => void (isAiling = false),
    close: () => jobs.close(),
  };
}
