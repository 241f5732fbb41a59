import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandsFor, type CommandStep, takeAnswers } from '../../../../host/domain/commands/index.ts';
import { inTransaction } from '../../../../host/platform/store/database.ts';
import { addCommands } from '../../../../host/platform/store/fleet/commands.ts';
import { type CommandHost, type CommandStage, commandStage, newCommandId } from '../../../support/command-stage.ts';
import { fileDatabase } from '../../../support/file-database.ts';
import { triedEngines } from '../../../support/test-database.ts';

/**
 * Receivers that fetch their commands, and answers that come late, twice, or for another receiver's command
 * (CMD-4, CMD-9).
 */

describe.each(triedEngines)('answers on the %s engine', (engine) => {
  const openDatabase = fileDatabase(engine);
  let stage: CommandStage;
  let host: CommandHost;
  let rxId: number;
  beforeEach(async () => {
    stage = await commandStage('ingest', await openDatabase());
    host = stage.host();
    [rxId] = stage.rx;
    await given();
  });
  afterEach(() => stage.close());

  const parts = () => ({ database: stage.database, bus: host.bus });
  const given = async () => (await commandsFor(parts(), stage.systemId, [rxId])).map((row) => row.command_id);
  const say = (commandId: string, step: CommandStep) => takeAnswers(parts(), stage.systemId, [{ commandId, step }]);
  async function asked(type: 'rxReboot' | 'rxSyncClock' | 'rxEraseMemory'): Promise<string> {
    const commandId = newCommandId();
    await host.say({ type, payload: [rxId], commandIds: [commandId] });
    return commandId;
  }
  async function ranOut(commandId: string): Promise<void> {
    await stage.runOut(commandId);
    await expect.poll(() => stage.row(commandId)).toMatchObject({ status: 'failed', error: 'TIMEOUT' });
  }

  describe('what is said again (CMD-4)', () => {
    test.each<[string, CommandStep]>([
      ['executing', { kind: 'executing' }],
      ['retrying', { kind: 'retrying', attempt: 2 }],
    ])('%s gives it time again, and is no news', async (_, step) => {
      const commandId = await asked('rxSyncClock');
      await given();
      await say(commandId, step);
      const row = () =>
        stage.database.db.selectFrom('commands').selectAll().where('command_id', '=', commandId).executeTakeFirstOrThrow();
      const before = await row();
      const words = host.wordsOf(commandId);
      expect(await say(commandId, step)).toEqual(['known']);
      const after = await row();
      expect(after.ends_at?.getTime()).toBeGreaterThan(before.ends_at?.getTime() as number);
      expect({ ...after, ends_at: before.ends_at }).toEqual(before);
      expect(host.wordsOf(commandId)).toEqual(words);
      await say(commandId, { kind: 'completed' });
    });
  });

  describe('what is acknowledged when its time is over (CMD-4)', () => {
    test('is under way again: no second one is sent meanwhile', async () => {
      const commandId = await asked('rxReboot');
      await given();
      await ranOut(commandId);
      expect(await say(commandId, { kind: 'acknowledged' })).toEqual(['new']);
      expect(await stage.row(commandId)).toMatchObject({ status: 'executing', error: null });
      expect(host.wordsOf(commandId).slice(-2)).toEqual(['failed', 'executing']);
      expect(await stage.row(await asked('rxReboot'))).toMatchObject({
        status: 'failed',
        error: 'The same command is already running',
      });
      expect(await given()).toEqual([]);
      await say(commandId, { kind: 'completed' });
      expect(await stage.row(commandId)).toMatchObject({ status: 'completed', error: null });
    });

    test('stays failed where another of its kind is under way by then', async () => {
      const commandId = await asked('rxEraseMemory');
      await given();
      await ranOut(commandId);
      const again = await asked('rxEraseMemory');
      expect(await given()).toEqual([again]);
      expect(await say(commandId, { kind: 'acknowledged' })).toEqual(['known']);
      await say(again, { kind: 'completed' });
    });
  });

  describe('a receiver that asks while a person commands it', () => {
    test('is given the person’s, and what waited goes on waiting', async () => {
      const waiting = newCommandId();
      await host.say({ type: 'rxUpdate', payload: rxId, commandIds: [waiting], expiresAt: Date.now() + 3_600_000 });
      const direct = newCommandId();
      let asking: Promise<string[]> = Promise.resolve([]);
      await inTransaction(stage.database, async (transaction) => {
        const update = { systemId: stage.systemId, type: 'rxUpdate' as const, by: null, expiresAt: null };
        await addCommands(transaction, update, [{ commandId: direct, rxId, status: 'pending', error: null }]);
        asking = given();
        const held = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        await expect.poll(async () => (await stage.database.pool.query(held)).rowCount).toBeGreaterThan(0);
      });
      expect(await asking).toEqual([direct]);
      expect(await stage.row(waiting)).toMatchObject({ status: 'waiting' });
    });
  });

  describe('a system that this host simulates', () => {
    test('is nobody’s who asks: its commands are carried out once (CMD-8)', async () => {
      const simulated = await commandStage('simulated', stage.database);
      try {
        const one = simulated.host();
        const { got } = one.run();
        const commandId = newCommandId();
        await one.say({ type: 'rxEraseMemory', payload: [simulated.rx[0]], commandIds: [commandId] });
        await expect.poll(() => got.length).toBe(1);
        const asking = { database: simulated.database, bus: one.bus };
        expect(await commandsFor(asking, simulated.systemId, [simulated.rx[0]])).toEqual([]);
        expect(await takeAnswers(asking, simulated.systemId, [{ commandId, step: { kind: 'completed' } }])).toEqual(['unknown']);
        expect(await simulated.row(commandId)).toMatchObject({ status: 'pending' });
      } finally {
        await simulated.close();
      }
    });
  });
});
