import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startJobs } from '../../../../host/platform/jobs/jobs.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { type TalkingChild, talkTo } from '../../../support/child-lines.ts';
import { heldJob } from '../../../support/job-child.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

const patience = { timeout: 60_000, interval: 20 };
const children: TalkingChild[] = [];
afterEach(async () => {
  for (const { process } of children) process.kill('SIGKILL');
  await Promise.all(children.splice(0).map(({ ended }) => ended));
});

test(
  'a job whose host was killed, or stopped, is taken by another and finished by that one alone (JOB-2, JOB-3)',
  { timeout: 180_000 },
  async () => {
    const database = await withTestDatabase();
    await database.pool.query('create table finishes (input text, name text)');
    const host = (name: string): TalkingChild => {
      const script = join(import.meta.dirname, '../../../support/job-child.ts');
      const child = talkTo(process.execPath, [script, database.url, name]);
      children.push(child);
      return child;
    };
    const killed = host('killed');
    await killed.line('ready');
    // A host that requests jobs and runs none; the others have made the kind known.
    const log = createLog({ destination: { write: () => undefined } });
    const asking = await startJobs({ database, log, works: [] });
    // Either host may have either job: a stalled host loses its job as well.
    await asking.enqueue(heldJob, ['left']);
    await killed.line('took');
    const stopped = host('stopped');
    await stopped.line('ready');
    await asking.enqueue(heldJob, ['kept']);
    const [, lost = ''] = (await stopped.line('took')).split(' ');
    killed.process.kill('SIGKILL');
    stopped.process.kill('SIGSTOP');

    const others = [host('one'), host('other')];
    const tell = (line: string) => others.forEach(({ process }) => process.stdin?.write(`${line}\n`));
    tell(`finish ${lost === 'kept' ? 'left' : 'kept'}`);
    await Promise.race(others.map((other) => other.line(`took ${lost}`)));

    stopped.process.kill('SIGCONT');
    await stopped.line('aborted');
    stopped.process.stdin?.write(`finish ${lost}\n`);
    // Its write under the lost job is refused, and reporting the job as done changes nothing.
    await stopped.line('lost');
    stopped.process.stdin?.write('close\n');
    await stopped.line('closed');
    const notDone = async () => {
      const { rows } = await database.pool.query<{ input: string }>(
        `select data->>'input' as input from jobs.job where name = $1 and state <> 'completed'`,
        [heldJob.name],
      );
      return rows.map(({ input }) => input);
    };
    await expect.poll(notDone, patience).toEqual([lost]);
    tell(`finish ${lost}`);
    await expect.poll(notDone, patience).toEqual([]);
    const { rows } = await database.pool.query<{ input: string; name: string }>(
      'select input, name from finishes order by input',
    );
    expect(rows.map(({ input }) => input)).toEqual(['kept', 'left']);
    expect(rows.filter(({ name }) => !['one', 'other'].includes(name))).toEqual([]);
    await asking.close();
    await database.close();
  },
);
