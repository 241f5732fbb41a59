import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startJobs } from '../../../../host/platform/jobs/jobs.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { type TalkingChild, talkTo } from '../../../support/child-lines.ts';
import { heldJob } from '../../../support/job-child.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

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
    // A host that asks and does nothing: the kind is known by now.
    const log = createLog({ destination: { write: () => undefined } });
    const asking = await startJobs({ database, log, works: [] });
    await asking.enqueue(heldJob, ['left']);
    await killed.line('took left 1');
    const stopped = host('stopped');
    await stopped.line('ready');
    await asking.enqueue(heldJob, ['kept']);
    await stopped.line('took kept 1');
    killed.process.kill('SIGKILL');
    stopped.process.kill('SIGSTOP');

    const [one, other] = [host('one'), host('other')];
    const taken = (await Promise.all([one.line('took'), other.line('took')])).toSorted();
    expect(taken).toEqual(['took kept 2', 'took left 2']);

    stopped.process.kill('SIGCONT');
    await stopped.line('aborted');
    stopped.process.stdin?.write('finish\n');
    // What it writes with the job held is refused, and that it then says it is done changes nothing.
    await stopped.line('lost');
    stopped.process.stdin?.write('close\n');
    await stopped.line('closed');
    const active = async () =>
      (await database.pool.query(`select count(*)::integer as count from jobs.job where state = 'active'`)).rows;
    expect(await active()).toEqual([{ count: 2 }]);
    for (const { process } of [one, other]) process.stdin?.write('finish\n');
    await Promise.all([one.line('finished'), other.line('finished')]);
    await expect.poll(active).toEqual([{ count: 0 }]);
    const { rows } = await database.pool.query<{ input: string; name: string }>(
      'select input, name from finishes order by input',
    );
    expect(rows.map(({ input }) => input)).toEqual(['kept', 'left']);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['one', 'other']);
    await asking.close();
    await database.close();
  },
);
