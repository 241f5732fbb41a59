import pino from 'pino';
import { openAccounts } from '../../../host/domain/accounts/accounts.ts';
import { createLocalBus } from '../../../host/platform/bus/bus.ts';
import type { Database } from '../../../host/platform/store/database.ts';
import { researcher } from '#model/entities/role.ts';
import { type StormStage, stormStage, stormSystem } from '../../storm/storm-stage.ts';
import { openSession } from '../../support/open-session.ts';
import { planted } from '../../support/planted.ts';
import type { Target } from './quick-edits.ts';

/** A real host process with its own database, the systems to edit, and a token for each person. */
export type EditStage = StormStage & { targets: readonly Target[]; tokens: readonly string[] };

const receiversEach = 12;

/** Everyone belongs to the first system; the first person belongs to all. */
export async function editStage(people: number, systems: number): Promise<EditStage> {
  const others: Target[] = [];
  // Adds the systems before the host runs: a new system makes every console reload its list.
  const stage = await stormStage(people, async (database, [first]) => {
    for (let n = 2; n <= systems; n++) others.push(await foundSystem(database, `bench-${n}`, first?.id ?? 0));
  });
  try {
    const { database } = stage;
    const accounts = await openAccounts(database, createLocalBus(), { allowDemo: false, log: pino({ level: 'silent' }) });
    const tokens: string[] = [];
    for (const { id } of stage.people) tokens.push((await openSession({ database, accounts }, id)).token);
    const first = await database.db.selectFrom('receivers').select('id').where('system_id', '=', stormSystem).execute();
    return { ...stage, targets: [{ mitasId: stormSystem, receivers: first.map(({ id }) => id) }, ...others], tokens };
  } catch (error) {
    await stage.close();
    throw error;
  }
}

async function foundSystem(database: Database, mitasId: string, person: number): Promise<Target> {
  const writer = planted(database);
  await writer.insertInto('systems').values({ id: mitasId, common_name: mitasId }).execute();
  await writer.insertInto('memberships').values({ user_id: person, system_id: mitasId, role_id: researcher }).execute();
  const made = await writer
    .insertInto('receivers')
    .values(Array.from({ length: receiversEach }, (_, n) => ({ system_id: mitasId, alias: `Receiver ${n + 1}` })))
    .returning('id')
    .execute();
  return { mitasId, receivers: made.map(({ id }) => id) };
}

/**
 * Returns how many single-row updates a second this disk allows, each in its own transaction, one after
 * another: the upper bound for one system's counter.
 */
export function commitsPerSecond({ asOwner }: Pick<Database, 'asOwner'>, seconds: number): Promise<number> {
  // The owner's single connection may create the table it writes to.
  return asOwner(async ({ pool }) => {
    await pool.query('create table bench_commits (count integer not null)');
    await pool.query('insert into bench_commits values (0)');
    const began = performance.now();
    let done = 0;
    for (; performance.now() - began < seconds * 1_000; done++) await pool.query('update bench_commits set count = count + 1');
    const rate = done / ((performance.now() - began) / 1_000);
    await pool.query('drop table bench_commits');
    return rate;
  });
}
