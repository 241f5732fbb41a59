import path from 'node:path';
import process from 'node:process';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createIntake } from '../../../../host/domain/contacts/intake.ts';
import { fillHistory } from '../../../../host/drivers/simulator/history.ts';
import { openSimulation } from '../../../../host/drivers/simulator/open-simulation.ts';
import { Simulation } from '../../../../host/drivers/simulator/simulation.ts';
import { createLocalBus } from '../../../../host/platform/bus/bus.ts';
import { type Lease, type Leases, openLeases } from '../../../../host/platform/leases/leases.ts';
import type { Database } from '../../../../host/platform/store/database.ts';
import { type TalkingChild, talkTo } from '../../../support/child-lines.ts';
import { planted } from '../../../support/planted.ts';
import { soleHost } from '../../../support/sole-host.ts';
import { withTestDatabase } from '../../../support/test-database.ts';

const log = pino({ level: 'silent' });
const childFile = path.join(import.meta.dirname, '../../../support/simulation-child.ts');
const patience = { timeout: 120_000, interval: 50 };
const minute = 60_000;

/** All tables that a simulation writes for a system. */
const tables = [
  'simulations',
  'simulation_history',
  'simulated_setups',
  'receiver_state_events',
  'alarms',
  'contacts',
  'system_revisions',
];

describe('a host that was stopped while it simulated, and goes on after another one took over', () => {
  let database: Database;
  let leases: Leases;
  const children: TalkingChild[] = [];
  beforeAll(async () => {
    database = await withTestDatabase();
    leases = openLeases({ database, log });
  });
  afterAll(async () => {
    for (const child of children) child.process.kill('SIGKILL');
    await Promise.all(children.map(({ ended }) => ended));
    await leases.close();
    await database.close();
  });

  const standing = async (systemId: string) => {
    const rows = await Promise.all(
      tables.map((table) =>
        database.pool.query<{ row: string }>(`select t::text as row from ${table} as t where system_id = $1 order by 1`, [
          systemId,
        ]),
      ),
    );
    return new Map(tables.map((table, at) => [table, rows[at]?.rows.map(({ row }) => row)]));
  };

  /** Founds a system some minutes ago, with the contacts of an earlier stretch still to be made. */
  const found = async (systemId: string) => {
    await planted(database).insertInto('systems').values({ id: systemId, common_name: 'River', kind: 'simulated' }).execute();
    const founded = Date.now() - 20 * minute;
    await openSimulation(database, systemId, 7, founded, soleHost);
    await database.pool.query(`update simulation_history set starts = ends - interval '10 minutes' where system_id = $1`, [
      systemId,
    ]);
  };

  const goOnAs = async (lease: Lease, systemId: string) => {
    const bus = createLocalBus();
    const opened = await openSimulation(database, systemId, 7, Date.now(), lease);
    const intake = createIntake({ database, bus, log });
    const simulation = new Simulation({ database, bus, intake, log, systemId, lease }, opened);
    const { liveTo } = opened;
    for (const later of [1_000, 10_000]) await simulation.step(liveTo + later);
    await fillHistory({ database, log, systemId, lease, ...opened, signal: new AbortController().signal });
  };

  test.concurrent.for([
    ['catching up with what it missed', 'open-simulation.ts', 'after'],
    ['noting what receivers are set to', 'setups.ts', 'before'],
    ['writing a step', 'simulation.ts', 'before'],
    ['filling the history', 'history.ts', 'after'],
  ] as const)('writes nothing any more: %s (HOST-12)', { timeout: 300_000 }, async ([, file, when], { expect }) => {
    const systemId = file.replace('.ts', '');
    await found(systemId);
    const child = talkTo(process.execPath, [childFile, database.url, systemId, file, when]);
    children.push(child);
    await child.line('stopping');
    let lease: Lease | null = null;
    await expect.poll(async () => ({ lease } = await leases.take('simulation', systemId)).lease !== null, patience).toBe(true);
    await goOnAs(lease as unknown as Lease, systemId);
    const before = await standing(systemId);
    const told = child.lines.length;
    child.process.kill('SIGCONT');
    await child.line('state waiting', told);
    expect(await standing(systemId)).toEqual(before);
    expect(before.get('simulation_history')).toEqual([]);
    expect(before.get('contacts')?.length).toBeGreaterThan(0);
  });
});
