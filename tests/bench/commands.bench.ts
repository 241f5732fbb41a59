import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { ask } from '../../host/domain/commands/ask-commands.ts';
import { type CommandDriver, RunningCommands } from '../../host/domain/commands/index.ts';
import { createLocalBus } from '../../host/platform/bus/bus.ts';
import { openDatabase } from '../../host/platform/store/database.ts';
import { planted } from '../support/planted.ts';
import { soleHost } from '../support/sole-host.ts';
import type { BenchRow } from './bench-row.ts';

const count = 500;
const rounds = 5;
const targetMs = 2_000;
const systemId = 'benched';

/** Receivers that acknowledge and end each command at once: what is measured is the host's part. */
const prompt: CommandDriver = {
  async *execute() {
    yield { kind: 'acknowledged' };
    yield { kind: 'completed' };
  },
};

/** Commands to many receivers at once: asked for, noted, claimed, acknowledged, and the last told of. */
export async function run(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'commands-bench-'));
  const log = pino({ level: 'warn' }, pino.destination(2));
  const database = await openDatabase({ dataDir, log });
  const bus = createLocalBus();
  try {
    await planted(database)
      .insertInto('systems')
      .values({ id: systemId, common_name: 'Benched', kind: 'simulated', max_receivers: count })
      .execute();
    const rows = Array.from({ length: count }, (_, at) => ({ system_id: systemId, alias: `R${at}` }));
    const made = await planted(database).insertInto('receivers').values(rows).returning('id').execute();
    await database.db
      .insertInto('receiver_reports')
      .values(made.map(({ id }) => ({ rx_id: id, status: 4, model: null })))
      .execute();
    const running = new RunningCommands({ database, bus, systemId, lease: soleHost, driver: prompt });
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [acknowledged, completed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let [acks, ends] = [0, 0];
      const leave = bus.subscribe((event) => {
        if (event.kind !== 'message') return;
        const { message } = event;
        if (message.type === 'commandAck' && ++acks === count) acknowledged.resolve();
        if (message.type === 'commandStatus' && message.payload.status === 'completed' && ++ends === count) completed.resolve();
      });
      const began = performance.now();
      const commands = made.map(({ id }) => ({ rxId: id, commandId: crypto.randomUUID() }));
      await ask({ database, bus, log }, { systemId, type: 'rxSyncClock', by: null, expiresAt: null, commands });
      await acknowledged.promise;
      took.push(Math.round(performance.now() - began));
      await completed.promise;
      leave();
    }
    await running.stop();
    const slowest = Math.max(...took);
    return [
      {
        what: `${count} commands at once acknowledged, embedded database`,
        target: `≤ ${targetMs / 1_000} s`,
        better: 'less',
        measured: `${(slowest / 1_000).toFixed(2)} s`,
        met: slowest <= targetMs,
        details: `slowest of ${rounds} rounds: ${took.join(', ')} ms`,
      },
    ];
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true });
  }
}
