import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createReceiverKey } from '../../host/domain/accounts/receiver-keys.ts';
import type { CommandType } from '#model/entities/command.ts';
import { commandStage, newCommandId } from '../support/command-stage.ts';
import { startTestHost } from '../support/test-host.ts';

const file = path.join(import.meta.dirname, '../../samples/receiver.mjs');
const patience = { timeout: 30_000, interval: 50 };

test('the sample of a receiver sends contacts and status, and carries out commands once each (CMD-9, VIT-1)', async () => {
  const stage = await commandStage('ingest');
  const consoles = stage.host();
  const host = await startTestHost({ database: stage.database });
  const KEY = await createReceiverKey(stage.database, 'river', 'sample');
  const env = { PATH: process.env['PATH'], HOST: host.url, SYSTEM: 'river', KEY, RECEIVER: 'A', EVERY_MS: '50' };
  const receiver = spawn(process.execPath, [file], { env });
  let complaints = '';
  receiver.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaints += chunk));
  const count = async (table: string) =>
    (await stage.database.pool.query<{ n: number }>(`select count(*)::integer as n from ${table}`)).rows[0]?.n ?? 0;
  try {
    await expect.poll(() => count('receivers_asked'), patience).toBe(1);
    await expect.poll(() => count('contacts'), patience).toBeGreaterThan(1);
    const report = () => stage.database.db.selectFrom('receiver_reports').selectAll().where('rx_id', '=', stage.rx[0]);
    expect(await report().executeTakeFirstOrThrow()).toMatchObject({ memory_total_mb: 1_000, firmware_patch: 0 });
    for (const type of ['rxUpdate', 'rxReboot', 'rxEraseMemory', 'rxSyncClock', 'rxForceRefresh'] satisfies CommandType[]) {
      const commandId = newCommandId();
      const payload = type === 'rxUpdate' ? stage.rx[0] : [stage.rx[0]];
      await consoles.say({ type, payload, commandIds: [commandId] } as Parameters<typeof consoles.say>[0]);
      await expect.poll(() => stage.row(commandId), patience).toMatchObject({ status: 'completed', error: null });
    }
    await expect.poll(() => report().executeTakeFirstOrThrow(), patience).toMatchObject({ firmware_patch: 1 });
    expect(complaints).toBe('');
    const ended = once(receiver, 'exit');
    receiver.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    receiver.kill('SIGKILL');
    await host.close();
    await stage.close();
  }
});
