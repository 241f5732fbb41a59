import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { fileFolder } from '../../host/domain/files/file-folder.ts';
import { dataFileJob, makeFile } from '../../host/domain/files/make-file.ts';
import { doing } from '../../host/platform/jobs/job-kind.ts';
import { startJobs } from '../../host/platform/jobs/jobs.ts';
import { connectDatabase } from '../../host/platform/store/database.ts';

/**
 * A process that only makes the product's data files, for tests that kill it: from the database at the given
 * address, in the given folder. The line `make SYSTEM ID` requests that file. It prints `began ID` when the
 * first contacts of a file are written, `made ID` when it is ready, and `ready` when it takes jobs. The line
 * `close` ends it normally.
 */
if (import.meta.main) {
  const [url = '', root = ''] = process.argv.slice(2);
  const log = pino({ level: 'warn' }, pino.destination(2));
  const database = await connectDatabase(url, log);
  const making = { database, folder: fileFolder(root), bus: { publish: () => undefined } };
  const work = doing(dataFileJob, async (input, attempt) => {
    let isBegun = false;
    const progress: typeof attempt.progress = (how) => {
      if (!isBegun) say(`began ${input.fileId}`);
      isBegun = true;
      attempt.progress(how);
    };
    await makeFile(making, input, { ...attempt, progress });
    say(`made ${input.fileId}`);
  });
  const jobs = await startJobs({ database, log, works: [work], lookSeconds: 0.5 });
  createInterface(process.stdin).on('line', (line) => {
    const [word, systemId = '', id = ''] = line.split(' ');
    if (word === 'make') void jobs.enqueue(dataFileJob, [{ systemId, fileId: Number(id) }]);
    else void close();
  });
  const close = async () => {
    await jobs.close();
    await database.close();
    process.stdin.destroy();
  };
  say('ready');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
