import type { Logger } from 'pino';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Diagnosis } from '#model/entities/diagnosis.ts';
import { diagnose } from '../../domain/doctor/diagnose.ts';
import { withServer } from '../../platform/backup/with-server.ts';
import type { Environment } from '../../platform/environment.ts';
import { hourlyWork } from '../hourly-work.ts';
import { shownCertificates } from '../../platform/store/embedded/running-hosts.ts';
import { ping } from '../../platform/store/database.ts';
import { expectDatabase } from '../../platform/store/embedded/data-directory.ts';
import { openReading } from '../../platform/store/pools.ts';

/**
 * Diagnoses the host with these settings, whether it runs or not. Changes nothing, and does not migrate the
 * tables. @throws Mistake if there is no database; Error if it cannot be reached.
 */
export async function runDoctor(environment: Environment, log: Logger): Promise<Diagnosis> {
  const { databaseUrl, dataDir } = environment;
  const look = async (url: string): Promise<Diagnosis> => {
    const lane = openReading(url, log);
    try {
      // If the database cannot be reached, the command fails: that is not a finding.
      await ping(lane);
      return await diagnose(lane, {
        settings: environment,
        version: packageJson.version,
        hourly: hourlyWork,
        shownCertificates: await shownCertificates(dataDir),
      });
    } finally {
      await lane.pool.end();
    }
  };
  if (databaseUrl !== undefined) return look(databaseUrl);
  await expectDatabase(dataDir);
  return withServer({ dataDir, log, existing: true }, look);
}
