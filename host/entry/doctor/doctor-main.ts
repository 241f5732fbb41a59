import { pino } from 'pino';
import { worstSeverity } from '#model/entities/diagnosis.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { createLog } from '../../platform/log.ts';
import { Mistake } from '../../platform/mistake.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { diagnosisLines, exitCodes } from './diagnosis-text.ts';
import { runDoctor } from './run-doctor.ts';

const help = `Checks a host and prints one page: versions, disk, contacts, backups, background work, mail, certificate, clock and
settings. Changes nothing. Works whether the host runs or not.
Usage: npm run doctor

Exit code: 0 nothing to do, 1 a warning, 2 critical, 3 the check failed.
Uses the settings of the host (DATA_DIR or DATABASE_URL, TLS_CERT, …).`;

/** Runs `npm run doctor` (DOC-11). */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  if (words.some((word) => ['help', '--help', '-h'].includes(word))) return console.log(help);
  if (words.length > 0) throw new Mistake('Usage: npm run doctor');
  const log = createLog({ level: 'warn', destination: pino.destination(2) });
  const diagnosis = await runDoctor(readEnvironment(process.env), log);
  console.log(diagnosisLines(diagnosis).join('\n'));
  process.exitCode = exitCodes[worstSeverity(diagnosis.findings)];
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Mistake ? error.message : `Host check failed: ${errorText(error)}`);
  process.exitCode = 3;
}
