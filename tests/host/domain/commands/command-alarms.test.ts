import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commandsFor, takeAnswers } from '../../../../host/domain/commands/index.ts';
import { inTransaction } from '../../../../host/platform/store/database.ts';
import { addAlarms } from '../../../../host/platform/store/fleet/alarms.ts';
import { addCommands } from '../../../../host/platform/store/fleet/commands.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { type CommandHost, type CommandStage, commandStage, newCommandId } from '../../../support/command-stage.ts';
import { newSystemId } from '../../../support/file-database.ts';
import { until } from '../../../support/live-stage.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { addReceivers, addSystem } from '../../../support/test-host.ts';

describe.each(triedEngines)('alarms by how commands end, on the %s engine (ALM-14)', (engine) => {
  let stage: CommandStage;
  let host: CommandHost;
  let run: ReturnType<CommandHost['run']>;
  let told = 0;
  beforeAll(async () => {
    stage = await commandStage('simulated', engine);
    host = stage.host();
    // A second host handles the same commands.
    stage.host();
    run = host.run();
    host.bus.subscribe((event) => {
      if (event.kind === 'message' && event.mitasId === stage.systemId && event.message.type === 'invalidate') told += 1;
    });
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    await stage.database.db.deleteFrom('alarms').execute();
    told = 0;
  });

  const alarms = async ({ systemId } = stage) => {
    const its = stage.database.db.selectFrom('alarms').where('system_id', '=', systemId);
    const rows = await its.select(['alarm_code_id', 'alias']).orderBy('id').execute();
    return rows.map(({ alarm_code_id, alias }) => [alarm_code_id, alias]);
  };
  async function over(commandId: string, status: string): Promise<void> {
    await expect.poll(async () => (await stage.row(commandId)).status, { timeout: 20_000 }).toBe(status);
  }

  /** Extends its time, so that it does not end while a busy machine still runs the test. */
  async function takesLong(commandId: string): Promise<void> {
    const ends_at = new Date(Date.now() + 3_600_000);
    await stage.database.db.updateTable('commands').set({ ends_at }).where('command_id', '=', commandId).execute();
  }

  async function sent(rxId = stage.rx[0]) {
    const commandId = newCommandId();
    await host.say({ type: 'rxSyncClock', payload: [rxId], commandIds: [commandId] });
    await takesLong(commandId);
    await until('the receiver to have it', () => run.got.some((one) => one.commandId === commandId));
    return { commandId, got: run.got.find((one) => one.commandId === commandId)! };
  }

  test('one that a receiver refuses raises 4104, one that it carries out none', async () => {
    const done = await sent();
    done.got.answer({ kind: 'completed' });
    await over(done.commandId, 'completed');
    const { commandId, got } = await sent(stage.rx[1]);
    got.answer({ kind: 'acknowledged' });
    got.answer({ kind: 'failed', error: 'It is not in the mood' });
    await over(commandId, 'failed');
    expect(await alarms()).toEqual([[4104, 'B']]);
    await until('consoles to be told', () => told === 1);
  });

  test('one that nobody answers raises 4103, once of all hosts; its late end is told as well', async () => {
    const { commandId, got } = await sent();
    await stage.runOut(commandId);
    await over(commandId, 'failed');
    expect(await alarms()).toEqual([[4103, 'A']]);
    got.answer({ kind: 'failed', error: 'It is not in the mood' });
    await expect.poll(async () => (await stage.row(commandId)).error).toBe('It is not in the mood');
    expect(await alarms()).toEqual([
      [4103, 'A'],
      [4104, 'A'],
    ]);
  });

  test('what was never sent raises none: the host refused it, or it waited in vain', async () => {
    await stage.setStatus(stage.rx[1], receiverStatuses.offline);
    const [refused, waiting] = [newCommandId(), newCommandId()];
    await host.say({ type: 'rxReboot', payload: [stage.rx[1]], commandIds: [refused] });
    const expiresAt = Date.now() + 60_000;
    await host.say({ type: 'rxReboot', payload: [stage.rx[1]], commandIds: [waiting], expiresAt });
    await stage.runOut(waiting);
    await over(waiting, 'failed');
    expect([await stage.row(refused), await alarms()]).toMatchObject([{ status: 'failed' }, []]);
    await stage.setStatus(stage.rx[1], receiverStatuses.online);
  });

  test('what no host sent on raises none (CMD-8)', async () => {
    const idle = await commandStage('simulated', stage.database);
    const commandId = newCommandId();
    await idle.host().say({ type: 'rxSyncClock', payload: [idle.rx[0]], commandIds: [commandId] });
    await idle.runOut(commandId);
    await expect.poll(() => idle.row(commandId), { timeout: 20_000 }).toMatchObject({ status: 'failed', error: 'TIMEOUT' });
    expect(await alarms(idle)).toEqual([]);
    await idle.close();
  });

  test('what a host left half done is nobody’s refusal (CMD-8)', async () => {
    const commandId = newCommandId();
    await host.say({ type: 'rxReboot', payload: [stage.rx[0]], commandIds: [commandId] });
    await takesLong(commandId);
    await until('the receiver to have it', () => run.got.some((one) => one.commandId === commandId));
    await run.running.stop();
    run = stage.host().run();
    await over(commandId, 'failed');
    expect(await alarms()).toEqual([]);
  });

  test('nor is what it left and nobody went on with in time: the next host finds it, or it ends by itself (CMD-8)', async () => {
    const left = await commandStage('simulated', stage.database);
    const [first, text] = [left.host(), 'The host stopped while the command was running. Check the receiver'];
    const { got, running } = first.run();
    const [reboot, erase, waiting] = [newCommandId(), newCommandId(), newCommandId()];
    await first.say({ type: 'rxReboot', payload: [left.rx[0]], commandIds: [reboot] });
    await first.say({ type: 'rxEraseMemory', payload: [left.rx[1]], commandIds: [erase] });
    await until('the receivers to have them', () => got.length === 2);
    await running.stop();
    await first.close();
    await left.setStatus(left.rx[0], receiverStatuses.offline);
    const next = left.host();
    const expiresAt = Date.now() + 60_000;
    await next.say({ type: 'rxSyncClock', payload: [left.rx[0]], commandIds: [waiting], expiresAt });
    for (const commandId of [reboot, erase]) await left.runOut(commandId);
    // This one too, so that all commands end together.
    await left.runOut(waiting);
    await expect.poll(async () => (await left.row(waiting)).status, { timeout: 20_000 }).toBe('failed');
    expect(await left.row(reboot)).toMatchObject({ status: 'pending', error: null });
    const last = next.run();
    for (const commandId of [reboot, erase])
      await expect.poll(() => left.row(commandId), { timeout: 20_000 }).toMatchObject({ status: 'failed', error: text });

    const again = newCommandId();
    await left.setStatus(left.rx[0], receiverStatuses.online);
    await next.say({ type: 'rxReboot', payload: [left.rx[0]], commandIds: [again] });
    await until('the receiver to have it', () => last.got.length === 1);
    await next.close();
    await left.runOut(again);
    // A host that does not wait for another to simulate.
    left.host(0);
    await expect.poll(() => left.row(again), { timeout: 20_000 }).toMatchObject({ status: 'failed', error: text });
    expect(await alarms(left)).toEqual([]);
    await left.close();
  });

  test('a system whose alarms somebody holds keeps no other’s commands waiting', async () => {
    const held = await commandStage('ingest', stage.database);
    const one = held.host();
    const [rxId] = held.rx;
    const parts = { database: held.database, bus: one.bus };
    await commandsFor(parts, held.systemId, [rxId]);
    const sentOne = newCommandId();
    await one.say({ type: 'rxSyncClock', payload: [rxId], commandIds: [sentOne] });
    await commandsFor(parts, held.systemId, [rxId]);
    const systemId = newSystemId('sound');
    await addSystem(held, systemId);
    const [rx] = await addReceivers(held, systemId, ['C']);
    const by = { systemId, type: 'rxSyncClock', by: null, expiresAt: Date.now() + 60_000 } as const;
    const waiting = newCommandId();
    await inTransaction(held.database, async (within) => {
      await addAlarms(within, held.systemId, [{ rxId, code: 4101 }]);
      await held.runOut(sentOne);
      await addCommands(held.database, by, [{ commandId: waiting, rxId: rx, status: 'waiting', error: null }]);
      await held.runOut(waiting);
      await expect.poll(async () => (await held.row(waiting)).status, { timeout: 20_000 }).toBe('failed');
    });
    await expect.poll(() => held.row(sentOne), { timeout: 20_000 }).toMatchObject({ status: 'failed', error: 'TIMEOUT' });
    await held.close();
  });

  test('one that asks for its commands says so itself (CMD-9)', async () => {
    const asking = await commandStage('ingest', stage.database);
    const parts = { database: asking.database, bus: asking.host().bus };
    const [rxId] = asking.rx;
    await commandsFor(parts, asking.systemId, [rxId]);
    const commandId = newCommandId();
    await asking.host().say({ type: 'rxSyncClock', payload: [rxId], commandIds: [commandId] });
    expect(await commandsFor(parts, asking.systemId, [rxId])).toMatchObject([{ command_id: commandId }]);
    // Also if the receiver reports a timeout in the host's own word.
    const answer = { commandId, step: { kind: 'failed', error: 'TIMEOUT' } } as const;
    for (const fate of ['new', 'known', 'known']) expect(await takeAnswers(parts, asking.systemId, [answer])).toEqual([fate]);
    expect(await alarms(asking)).toEqual([[4104, 'A']]);
    await asking.close();
  });
});
