import { accountSweep } from '../domain/accounts/housekeeping.ts';
import { commandSweep } from '../domain/commands/command-sweep.ts';
import { reprocessSweep } from '../domain/detection/reprocess.ts';
import { mailSweep } from '../domain/mail/outbox-sweep.ts';
import { powerCount } from '../domain/statistics/count-powers.ts';
import { webhookSweep } from '../domain/webhooks/webhooks.ts';
import { changeSweep } from '../platform/changes/operation-sweep.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';
import { retentionLook } from '../platform/retention/retention.ts';

/**
 * The jobs that the host runs at its start, which may follow a long downtime, and then every hour (JOB-9).
 */
export const hourlyWork: readonly JobKind<null>[] = [
  accountSweep,
  changeSweep,
  commandSweep,
  powerCount,
  reprocessSweep,
  mailSweep,
  webhookSweep,
  retentionLook,
];
