import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askedByMessage } from '../../../../host/domain/commands/ask-commands.ts';
import { ApiError } from '../../../../host/platform/api-error.ts';
import { createLocalBus } from '../../../../host/platform/bus/bus.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { type CommandHost, type CommandStage, commandStage, newCommandId } from '../../../support/command-stage.ts';
import { fileDatabase } from '../../../support/file-database.ts';
import { until } from '../../../support/live-stage.ts';
import { triedEngines } from '../../../support/test-database.ts';

/** How hosts record, send and report commands; receivers answer as each test says. */

describe.each(triedEngines)('commands on the %s engine', (engine) => {
  const openDatabase = fileDatabase(engine);
  let stage: CommandStage;
  let host: CommandHost;
  let other: CommandHost;
  let run: ReturnType<CommandHost['run']>;
  let rxId: number;
  let otherRxId: number;
  beforeEach(async () => {
    stage = await commandStage('simulated', await openDatabase());
    host = stage.host();
    other = stage.host();
    run = host.run();
    [rxId, otherRxId] = stage.rx;
  });
  afterEach(() => stage.close());

  const gotOf = (commandId: string) => run.got.filter((one) => one.commandId === commandId);

  /** Sends a command and waits until its receiver has it. */
  async function sent(type: 'rxSyncClock' | 'rxReboot' = 'rxSyncClock') {
    const commandId = newCommandId();
    await host.say({ type, payload: [rxId], commandIds: [commandId] });
    await until('the receiver to have it', () => gotOf(commandId).length === 1);
    return { commandId, got: gotOf(commandId)[0]! };
  }

  async function over(commandId: string, words: string[], where = host): Promise<void> {
    await until(`${commandId} to be ${words.at(-1)}`, () => where.wordsOf(commandId).at(-1) === words.at(-1));
    expect(where.wordsOf(commandId)).toEqual(words);
  }

  describe('a command that its receiver carries out (CMD-2)', () => {
    test('is noted, acknowledged, executed, tried again and completed, and told with who asked for it', async () => {
      const { commandId, got } = await sent();
      expect(got).toMatchObject({ rxId, commandType: 'rxSyncClock', attempt: 0 });
      got.answer({ kind: 'acknowledged' });
      got.answer({ kind: 'executing' });
      got.answer({ kind: 'retrying', attempt: 2 });
      got.answer({ kind: 'completed' });
      await over(commandId, ['pending', 'ack', 'executing', 'retrying', 'completed']);
      expect(await stage.row(commandId)).toEqual({ status: 'completed', error: null, attempt: 2, user_name: 'Test ada' });
      const [first, ...later] = host.said.filter(({ payload }) => payload.commandId === commandId);
      expect(first?.payload).toMatchObject({ rxId, commandType: 'rxSyncClock', by: { name: 'Test ada' }, error: null });
      for (const word of later) expect(word.payload).not.toHaveProperty('by');
    });

    test('fails with the sentence of the receiver', async () => {
      const { commandId, got } = await sent();
      got.answer({ kind: 'failed', error: 'It is not in the mood' });
      await over(commandId, ['pending', 'failed']);
      expect(await stage.row(commandId)).toMatchObject({ status: 'failed', error: 'It is not in the mood' });
    });
  });

  describe('a command that is sent again (CMD-5)', () => {
    test('with its id does nothing, and is answered by what is known', async () => {
      const { commandId, got } = await sent();
      await other.say({ type: 'rxSyncClock', payload: [rxId], commandIds: [commandId] });
      expect(other.wordsOf(commandId)).toEqual(['pending']);
      got.answer({ kind: 'completed' });
      await over(commandId, ['pending', 'completed']);
      await host.say({ type: 'rxSyncClock', payload: [rxId], commandIds: [commandId] });
      expect(host.wordsOf(commandId)).toEqual(['pending', 'completed', 'completed']);
      expect(gotOf(commandId)).toHaveLength(1);
    });

    test('with another id while it is under way fails, and the first goes on, whichever hosts they came to', async () => {
      const ids = Array.from({ length: 8 }, newCommandId);
      await Promise.all(
        ids.map((id, at) => (at % 2 === 0 ? host : other).say({ type: 'rxForceRefresh', payload: [rxId], commandIds: [id] })),
      );
      const words = ids.map((id, at) => (at % 2 === 0 ? host : other).wordsOf(id)[0]);
      expect([words.filter((word) => word === 'failed').length, words.includes('pending')]).toEqual([7, true]);
      const errors = await Promise.all(ids.map(async (id) => (await stage.row(id)).error));
      expect(new Set(errors)).toEqual(new Set([null, 'The same command is already running']));
      await until('the receiver to have one', () => run.got.some(({ commandType }) => commandType === 'rxForceRefresh'));
      const got = run.got.filter(({ commandType }) => commandType === 'rxForceRefresh');
      expect(got).toHaveLength(1);
      got[0]!.answer({ kind: 'completed' });
      await over(
        got[0]!.commandId,
        host.wordsOf(got[0]!.commandId).includes('pending') ? ['pending', 'completed'] : ['completed'],
      );
    });

    test('to several receivers is judged for each of them', async () => {
      const first = await sent('rxSyncClock');
      const [again, elsewhere] = [newCommandId(), newCommandId()];
      await host.say({ type: 'rxSyncClock', payload: [rxId, otherRxId], commandIds: [again, elsewhere] });
      expect([host.wordsOf(again), host.wordsOf(elsewhere)]).toEqual([['failed'], ['pending']]);
      await until('the other one to have it', () => gotOf(elsewhere).length === 1);
      for (const got of [first.got, ...gotOf(elsewhere)]) got.answer({ kind: 'completed' });
      await over(elsewhere, ['pending', 'completed']);
      await over(first.commandId, ['pending', 'completed']);
    });
  });

  describe('a message that does not fit (CMD-3)', () => {
    const unknownOnes = Array.from({ length: 21 }, (_, at) => 900_000 + at);
    test.each([
      ['too few ids', { commandIds: [newCommandId()] }, 'A command needs an id for each of its receivers'],
      ['the same id twice', { commandIds: Array<string>(2).fill(newCommandId()) }, 'Two commands have the same id'],
      ['a time that is over', { expiresAt: 1 }, 'The time it could wait until is over'],
      ['a time far away', { expiresAt: Date.UTC(9000, 0) }, 'A command waits at most 31 days'],
      ['many receivers that nobody knows', { payload: unknownOnes }, '21 of these receivers are not in this system'],
    ])('by %s is refused with a sentence, and noted nowhere', async (_, more, why) => {
      const before = host.said.length;
      await expect(host.say({ type: 'rxReboot', payload: [...stage.rx], ...more })).rejects.toThrow(why);
      await expect(host.say({ type: 'rxReboot', payload: [rxId, rxId] })).rejects.toThrow('A receiver is listed twice');
      expect(host.said).toHaveLength(before);
    });
  });

  test('a command is not said to be unsent where it may have been noted (CMD-3)', async () => {
    const commandId = newCommandId();
    const publish = (): void => {
      throw new Error('The answer was lost');
    };
    const parts = { database: stage.database, bus: { ...createLocalBus(), publish }, log: pino({ level: 'silent' }) };
    const { id: userId } = await stage.database.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const asking = askedByMessage(parts)(
      { type: 'rxForceRefresh', payload: [otherRxId], commandIds: [commandId] },
      { userId, mitasId: stage.systemId },
    );
    const why: unknown = await asking.catch((error: unknown) => error);
    expect([why instanceof ApiError, why]).toEqual([
      false,
      new Error('The command may or may not have been stored. See the list of commands'),
    ]);
    await until('the receiver to have it', () => gotOf(commandId).length === 1);
    gotOf(commandId)[0]!.answer({ kind: 'completed' });
    await over(commandId, ['completed']);
  });

  describe('a command that nobody answers (CMD-4)', () => {
    test('fails with TIMEOUT, told by one host, and may be sent again', async () => {
      const { commandId } = await sent();
      await stage.runOut(commandId);
      await until('its end', () => [host, other].some((one) => one.wordsOf(commandId).includes('failed')));
      expect([...host.wordsOf(commandId), ...other.wordsOf(commandId)].filter((word) => word === 'failed')).toHaveLength(1);
      expect(await stage.row(commandId)).toMatchObject({ status: 'failed', error: 'TIMEOUT' });
      const again = await sent();
      again.got.answer({ kind: 'completed' });
      await over(again.commandId, ['pending', 'completed']);
    });

    test('is not carried out any more where another of its kind is under way by then', async () => {
      const late = await sent();
      await stage.runOut(late.commandId);
      await expect.poll(() => stage.row(late.commandId)).toMatchObject({ status: 'failed' });
      const another = await sent();
      late.got.answer({ kind: 'acknowledged' });
      await until('it to be left', () => late.got.isLeft);
      for (const kind of ['acknowledged', 'executing'] as const) another.got.answer({ kind });
      await until('the other to be executed', () => host.wordsOf(another.commandId).includes('executing'));
      expect(another.got.isLeft).toBe(false);
      expect(await stage.row(late.commandId)).toMatchObject({ status: 'failed', error: 'TIMEOUT' });
      another.got.answer({ kind: 'completed' });
      await over(another.commandId, ['pending', 'ack', 'executing', 'completed']);
    });

    test('that had begun is completed after all, whatever its receiver says before while another of its kind is under way', async () => {
      const late = await sent();
      for (const kind of ['acknowledged', 'executing'] as const) late.got.answer({ kind });
      await until('it to be executed', () => host.wordsOf(late.commandId).includes('executing'));
      await stage.runOut(late.commandId);
      await expect.poll(() => stage.row(late.commandId)).toMatchObject({ status: 'failed', error: 'TIMEOUT' });
      const another = await sent();
      late.got.answer({ kind: 'retrying', attempt: 2 });
      late.got.answer({ kind: 'completed' });
      await until('it to be left', () => late.got.isLeft);
      expect(await stage.row(late.commandId)).toMatchObject({ status: 'completed', error: null });
      expect(host.wordsOf(late.commandId)).not.toContain('retrying');
      another.got.answer({ kind: 'completed' });
      await over(another.commandId, ['pending', 'completed']);
    });

    test('is under way again and completed after all where the answer comes late', async () => {
      const { commandId, got } = await sent();
      await stage.runOut(commandId);
      await expect.poll(() => stage.row(commandId)).toMatchObject({ status: 'failed' });
      got.answer({ kind: 'acknowledged' });
      got.answer({ kind: 'executing' });
      got.answer({ kind: 'completed' });
      await until('the late answer', () => host.wordsOf(commandId).at(-1) === 'completed');
      expect(host.wordsOf(commandId).slice(-2)).toEqual(['executing', 'completed']);
      expect(await stage.row(commandId)).toMatchObject({ status: 'completed', error: null });
    });
  });

  describe('a receiver that is not online (CMD-6)', () => {
    test('gets nothing: the command fails at once with the reason', async () => {
      await stage.setStatus(otherRxId, receiverStatuses.offline);
      const [commandId, unknown] = [newCommandId(), newCommandId()];
      await host.say({ type: 'rxReboot', payload: [otherRxId, 999_999], commandIds: [commandId, unknown] });
      expect([host.wordsOf(commandId), host.wordsOf(unknown)]).toEqual([['failed'], ['failed']]);
      expect(host.said.slice(-2).map(({ payload }) => payload)).toMatchObject([
        { commandId, error: 'B is offline' },
        { commandId: unknown, error: 'There is no such receiver' },
      ]);
      expect(gotOf(commandId)).toEqual([]);
    });

    test('has it when it comes online, where it was asked to wait, and a direct one is not held up', async () => {
      await stage.setStatus(otherRxId, receiverStatuses.offline);
      const [waiting, second, direct] = [newCommandId(), newCommandId(), newCommandId()];
      const expiresAt = Date.now() + 3_600_000;
      await host.say({ type: 'rxReboot', payload: [otherRxId], commandIds: [waiting], expiresAt });
      await host.say({ type: 'rxReboot', payload: [otherRxId], commandIds: [second], expiresAt });
      expect([host.wordsOf(waiting), host.wordsOf(second)]).toEqual([['waiting'], ['failed']]);
      const [first] = host.said.filter(({ payload }) => payload.commandId === waiting);
      expect(first?.payload).toMatchObject({ status: 'waiting', expiresAt });
      expect(await stage.row(second)).toMatchObject({ error: 'The same command is already waiting for it' });
      await stage.setStatus(otherRxId, receiverStatuses.online);
      await until('it to be sent', () => gotOf(waiting).length === 1);
      await host.say({ type: 'rxReboot', payload: [otherRxId], commandIds: [direct] });
      expect(await stage.row(direct)).toMatchObject({ error: 'The same command is already running' });
      gotOf(waiting)[0]!.answer({ kind: 'completed' });
      await expect.poll(() => stage.row(waiting)).toMatchObject({ status: 'completed' });
    });

    test('has nothing of one that waited too long', async () => {
      await stage.setStatus(otherRxId, receiverStatuses.offline);
      const commandId = newCommandId();
      await host.say({ type: 'rxReboot', payload: [otherRxId], commandIds: [commandId], expiresAt: Date.now() + 3_600_000 });
      await stage.runOut(commandId);
      await expect
        .poll(() => stage.row(commandId))
        .toMatchObject({ status: 'failed', error: 'It did not come online, or ask for commands, in time' });
      await stage.setStatus(otherRxId, receiverStatuses.online);
      const { got, commandId: after } = await sent();
      got.answer({ kind: 'completed' });
      await over(after, ['pending', 'completed']);
      expect(gotOf(commandId)).toEqual([]);
    });
  });

  describe('commands that a host left (CMD-8)', () => {
    test('are found by the next: what may be done twice goes on, a reboot fails with a sentence', async () => {
      const clock = await sent('rxSyncClock');
      const reboot = await sent('rxReboot');
      for (const { got } of [clock, reboot]) got.answer({ kind: 'acknowledged' });
      await until('both to be acknowledged', () =>
        [clock, reboot].every(({ commandId }) => host.wordsOf(commandId).includes('ack')),
      );
      await run.running.stop();
      expect([clock.got.signal.aborted, reboot.got.signal.aborted]).toEqual([true, true]);
      const unsent = newCommandId();
      await host.say({ type: 'rxScheduleRefresh', payload: [rxId], commandIds: [unsent] });

      const { got } = other.run();
      await until('the others to be carried out', () => got.length === 2);
      expect(new Set(got.map(({ commandId }) => commandId))).toEqual(new Set([clock.commandId, unsent]));
      expect(await stage.row(reboot.commandId)).toMatchObject({
        status: 'failed',
        error: 'The host stopped while the command was running. Check the receiver',
      });
      for (const one of got) one.answer({ kind: 'completed' });
      await over(clock.commandId, ['completed'], other);
      await over(unsent, ['completed'], other);
      // A host that gave up a command reports nothing more about it.
      expect(host.wordsOf(clock.commandId)).toEqual(['pending', 'ack']);

      // Nor does a host that slept while another took over the command it had begun.
      const begun = newCommandId();
      await other.say({ type: 'rxSyncClock', payload: [rxId], commandIds: [begun] });
      await until('it to be begun', () => got.some((one) => one.commandId === begun));
      const next = stage.host().run();
      await until('another to take it over', () => next.got.some((one) => one.commandId === begun));
      got.find((one) => one.commandId === begun)!.answer({ kind: 'failed', error: 'too late' });
      next.got.find((one) => one.commandId === begun)!.answer({ kind: 'completed' });
      await expect.poll(() => stage.row(begun)).toMatchObject({ status: 'completed', error: null });
      expect(other.wordsOf(begun)).toEqual(['pending']);
    });
  });
});
