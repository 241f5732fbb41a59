import type { Finding } from '#model/entities/diagnosis.ts';
import type { FailingFacts, SweepFacts } from '../../platform/doctor/host-facts.ts';
import { agoText } from './judge-database.ts';

const lateSweepMs = 3 * 3_600_000;

/** DOC-7: reports failed background jobs, and whether the hourly jobs run at all. */
export function judgeWork({ jobs }: Pick<FailingFacts, 'jobs'>, sweeps: SweepFacts, now: number): Finding {
  const topic = 'Background work';
  const late = sweeps.filter(({ doneAt }) => doneAt === null || now - doneAt > lateSweepMs);
  const [first] = late;
  if (first !== undefined)
    return {
      topic,
      severity: 'warning',
      text: `${first.title} is due every hour and was ${first.doneAt === null ? 'not done in the past days' : `last done ${agoText(now - first.doneAt)}`}${late.length > 1 ? `; ${late.length - 1} more ${late.length === 2 ? 'is' : 'are'} late` : ''}.`,
      advice: 'Is a host running on these data? Check its log.',
    };
  if (jobs.count === 0)
    return { topic, severity: 'fine', text: 'Hourly jobs ran. Nothing failed in the past 7 days.', advice: null };
  return {
    topic,
    severity: 'warning',
    text: `${jobs.count} failed in the past 7 days: ${jobs.titles.join('; ')}.`,
    advice: 'See why, and retry, in Advanced → System.',
  };
}

/** DOC-8: reports emails and webhooks that are not delivered. */
export function judgeOutward({ mails, webhooks }: Omit<FailingFacts, 'jobs'>, hasMailServer: boolean, now: number): Finding {
  const topic = 'Mail and webhooks';
  const troubles = [
    ...(mails.refused === 0 ? [] : [`${mails.refused} mails were refused in the past 7 days`]),
    ...(mails.waitingLong === 0 ? [] : [`${mails.waitingLong} mails have waited for more than an hour`]),
    ...webhooks.map(({ system, since }) => `the webhook of ${system} fails since ${agoText(now - since)}`),
  ];
  if (troubles.length > 0)
    return {
      topic,
      severity: 'warning',
      text: `${troubles.join('; ')}.`,
      advice: 'npm run mail:test -- ADDRESS shows what the mail server answers. Test a webhook on the Alarms page.',
    };
  if (!hasMailServer)
    return { topic, severity: 'notice', text: 'No mail server is configured, so no mail is sent.', advice: 'Set SMTP_URL.' };
  return { topic, severity: 'fine', text: 'Everything was delivered.', advice: null };
}
