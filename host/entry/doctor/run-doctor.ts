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
 * Looks at the host of these settings, while it runs or not, and changes nothing: its tables are not brought
 * up to date. @throws Mistake where there is no database; Error where it cannot be reached.
 */
export async function runDoctor(environment: Environment, log: Logger): Promise<Diagnosis> {
  const { databaseUrl, dataDir } = environment;
  const look = async (url: string): Promise<Diagnosis> => {
    const lane = openReading(url, log);
    try {
      // One that cannot be reached at all is no finding among others.
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
