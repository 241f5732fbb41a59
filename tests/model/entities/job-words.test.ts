import { expect, test } from 'vitest';
import type { Job } from '#model/entities/job.ts';
import { jobOwnerText, jobTimesText, progressText } from '#model/entities/job-words.ts';

/** The texts in the list of jobs (JOB-14). */

const job = (more: Partial<Job>): Job => ({
  id: 'one',
  title: 'Counting',
  mitasId: 'demo',
  state: 'running',
  isCancelled: false,
  progress: null,
  attempt: 1,
  reason: null,
  askedAt: 1,
  endedAt: null,
  nextAt: null,
  ...more,
});

test.each<[Partial<Job>, string]>([
  [{}, 'Asked for at 1'],
  [{ attempt: 3 }, 'Asked for at 1, try 3'],
  [{ state: 'waiting', attempt: 0 }, 'Asked for at 1'],
  [{ state: 'waiting', attempt: 0, nextAt: 9 }, 'Begins at 9'],
  [{ state: 'waiting', attempt: 1, nextAt: 9 }, 'Tried again at 9, after 1 try'],
  [{ state: 'waiting', attempt: 1 }, 'Asked for at 1'],
  [{ state: 'failed', attempt: 6, endedAt: 5 }, 'at 5, after 6 tries'],
  [{ state: 'over', endedAt: 5 }, 'at 5'],
  [{ state: 'over', attempt: 2, endedAt: 5 }, 'at 5, try 2'],
])('%j: %s', (more, text) => expect(jobTimesText(job(more), (ts) => `at ${ts}`)).toBe(text));

test('how far a job is, of how much where that is known', () => {
  expect(progressText({ done: 340, total: 1_200, what: 'contacts' })).toBe('340 of 1,200 contacts');
  expect(progressText({ done: 3_400, total: null, what: 'mails' })).toBe('3,400 mails');
});

test('whose a job is, where it is not of the system that is shown', () => {
  expect(jobOwnerText({ mitasId: 'demo' }, 'demo')).toBe('');
  expect(jobOwnerText({ mitasId: 'lake' }, 'demo')).toBe('System lake');
  expect(jobOwnerText({ mitasId: null }, 'demo')).toBe('The whole host');
});
