import path from 'node:path';
import { bySeverity, type Diagnosis, type Finding } from '#model/entities/diagnosis.ts';
import type { Environment } from '../../platform/environment.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import type { Db } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { spaceOf } from '../../platform/store/storage-watch.ts';
import {
  gatherBackups,
  gatherClock,
  gatherJobs,
  gatherOutward,
  gatherSerialTwins,
  gatherSizes,
  gatherSweeps,
  gatherVersions,
} from '../../platform/doctor/gather-facts.ts';
import type { DatabaseSizeFacts } from '../../platform/doctor/host-facts.ts';
import { judgeBackup, judgeClock, judgeDisk, judgePartitions, judgeVersions } from './judge-database.ts';
import { judgeCertificate, judgeSettings, type JudgedSettings } from './judge-settings.ts';
import { judgeSerialTwins } from './judge-registries.ts';
import { judgeOutward, judgeWork } from './judge-work.ts';

/** The settings of a host that are checked. */
export type DiagnosedSettings = JudgedSettings & Pick<Environment, 'tls' | 'smtpUrl' | 'dataDir'>;

export type DiagnosisParts = {
  settings: DiagnosedSettings;
  version: string;
  /** The jobs that a host runs every hour. */
  hourly: readonly Pick<JobKind<null>, 'name' | 'title'>[];
  /** The certificates that running hosts present; not set if the caller is a host itself. */
  shownCertificates?: readonly string[];
  now?: () => number;
};

/**
 * Returns what an operator should know about a host, worst first (DOC-1). A failed check becomes a finding
 * and does not stop the others. Changes nothing.
 */
export async function diagnose(
  database: Db,
  { settings, version, hourly, shownCertificates = [], now = Date.now }: DiagnosisParts,
): Promise<Diagnosis> {
  const at = now();
  const found: Finding[] = [];
  const look = async (topic: string, judge: () => Promise<(Finding | null)[]>): Promise<void> => {
    try {
      found.push(...(await judge()).filter((finding) => finding !== null));
    } catch (error) {
      found.push({ topic, severity: 'warning', text: `Check failed: ${errorText(error)}.`, advice: null });
    }
  };
  await look('Versions', async () => [
    judgeVersions({ product: version, node: process.versions.node, ...(await gatherVersions(database)) }),
  ]);
  await look('Disk', async () => {
    const sizes = { ...(await gatherSizes(database)), disk: await diskOf(settings) };
    return [judgeDisk(sizes, at), judgePartitions(sizes.partitions)];
  });
  await look('Backup', async () => [judgeBackup(await gatherBackups(database), at, settings.demo)]);
  await look('Background work', async () => [
    judgeWork({ jobs: await gatherJobs(database) }, await gatherSweeps(database, hourly), at),
  ]);
  await look('Mail and webhooks', async () => [judgeOutward(await gatherOutward(database), settings.smtpUrl !== undefined, at)]);
  await look('Certificate', () => {
    const shown = shownCertificates.length === 0 ? [settings.tls?.cert] : [...new Set(shownCertificates)];
    return Promise.resolve(shown.map((certificate) => judgeCertificate(settings.tls, at, certificate)));
  });
  await look('Clock', async () => [judgeClock(await gatherClock(database))]);
  await look('Serial numbers', async () => [judgeSerialTwins(await gatherSerialTwins(database))]);
  await look('Settings', () => Promise.resolve([judgeSettings(settings)]));
  return { at, findings: bySeverity(found) };
}

async function diskOf({ databaseUrl, dataDir }: DiagnosedSettings): Promise<DatabaseSizeFacts['disk']> {
  return databaseUrl === undefined ? spaceOf(path.join(dataDir, 'postgres')) : null;
}
