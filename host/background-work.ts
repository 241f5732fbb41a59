import type { Logger } from 'pino';
import type { Accounts } from './domain/accounts/accounts.ts';
import { accountSweep, sweepAccounts } from './domain/accounts/housekeeping.ts';
import { commandSweep, sweepCommands } from './domain/commands/command-sweep.ts';
import { detectionPreviewJob, preview } from './domain/detection/preview.ts';
import { reprocessing, reprocessSweep } from './domain/detection/reprocess.ts';
import type { FileFolder } from './domain/files/file-folder.ts';
import { dataFileJob, makeFile } from './domain/files/make-file.ts';
import { type Mailing, openMailing } from './domain/mail/mailing.ts';
import { openPeople, type People } from './domain/people/people.ts';
import { countAllPowers, powerCount } from './domain/statistics/count-powers.ts';
import { openWebhooks, type Webhooks } from './domain/webhooks/webhooks.ts';
import type { JobControls } from './entry/http/background-jobs.ts';
import { closeAll } from './close-all.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { DatabaseLine } from './platform/bus/database-line.ts';
import { changeSweep, sweepOperations } from './platform/changes/operation-sweep.ts';
import type { Environment } from './platform/environment.ts';
import { doing, type JobWork } from './platform/jobs/job-kind.ts';
import { type Jobs, startJobs } from './platform/jobs/jobs.ts';
import { innerReach } from './platform/outward/outer-address.ts';
import { retentionWork } from './platform/retention/retention-work.ts';
import { clearStaged } from './platform/store/detection/staged-results.ts';
import { type Database, whileAway } from './platform/store/database.ts';

/** The background work of a host, and the parts that request it. */
export type BackgroundWork = {
  mailing: Pick<Mailing, 'post'>;
  people: People;
  webhooks: Pick<Webhooks, 'watch'>;
  /** Returns the jobs; the first call starts them. */
  jobs: () => Promise<Jobs>;
  /** The actions that calls request on jobs. The first action starts the jobs. */
  controls: JobControls & Pick<Jobs, 'enqueue'>;
  /** Ends the jobs, then the parts that they use. */
  close: () => Promise<void>;
};

export type BackgroundParts = {
  environment: Pick<Environment, 'smtpUrl' | 'mailFrom' | 'innerAddresses'>;
  database: Database;
  bus: Bus;
  /** The database line that announces jobs. */
  line: DatabaseLine;
  accounts: Accounts;
  files: FileFolder;
  pageUrl: () => string;
  log: Logger;
};

type Sweeping = Pick<BackgroundParts, 'database' | 'log'> & Pick<BackgroundWork, 'jobs'>;

/**
 * Opens mail, webhooks and the jobs that do their work. The jobs start when they are first needed. `sweeps`
 * returns the work that no call requests.
 */
export function openBackgroundWork(parts: BackgroundParts, sweeps: (sweeping: Sweeping) => JobWork[]): BackgroundWork {
  const { environment, database, bus, line, accounts, files, pageUrl, log } = parts;
  let runner: Promise<Jobs> | undefined;
  const jobs = () => (runner ??= whileAway(() => startJobs({ database, line, log, works: works() })));
  const mailing = openMailing(database, jobs, { ...environment, pageUrl, log });
  const people = openPeople({ database, bus, accounts, post: mailing.post, jobs, pageUrl, log });
  const webhooks = openWebhooks(database, jobs, { ...reachOf(environment), log });
  const works = () => [
    ...sweeps({ database, jobs, log }),
    doing(detectionPreviewJob, (input, attempt) => preview(database, input, attempt)),
    reprocessing({ database, bus, jobs }),
    doing(dataFileJob, (input, attempt) => makeFile({ database, bus, folder: files }, input, attempt)),
    ...mailing.works,
    ...people.works,
    ...webhooks.works,
  ];
  return {
    mailing,
    people,
    webhooks,
    jobs,
    controls: {
      retry: async (...job) => (await jobs()).retry(...job),
      cancel: async (...job) => (await jobs()).cancel(...job),
      enqueue: async (...asked) => (await jobs()).enqueue(...asked),
    },
    // Ignore a failed start: its caller got the error.
    close: () =>
      closeAll([
        async () => mailing.close(),
        async () => webhooks.close(),
        async () => (await runner?.catch(() => undefined))?.close(),
      ]),
  };
}

/** Returns the hourly cleaning work. The cleaning of old data enqueues further jobs. */
export const sweepingWork = ({ database, jobs, log }: Sweeping): JobWork[] => [
  doing(accountSweep, (_, { signal }) => sweepAccounts(database, signal)),
  doing(changeSweep, () => sweepOperations(database)),
  doing(reprocessSweep, (_, { signal }) => clearStaged(database, null, signal)),
  doing(powerCount, (_, { signal }) => countAllPowers(database, signal)),
  doing(commandSweep, (_, { signal }) => sweepCommands(database, signal)),
  ...retentionWork({ database, jobs, log }),
];

/** Decides which private addresses the host may contact for a system. */
export const reachOf = ({ innerAddresses }: Pick<Environment, 'innerAddresses'>) => ({
  mayReachInner: innerReach(innerAddresses),
});
