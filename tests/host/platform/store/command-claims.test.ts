import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addCommands,
  type AnsweredBy,
  claimCommands,
  type CommandNote,
  noteCommands,
} from '../../../../host/platform/store/fleet/commands.ts';
import { inTransaction } from '../../../../host/platform/store/database.ts';
import { endUnanswered } from '../../../../host/platform/store/fleet/overdue-commands.ts';
import { type CommandStage, commandStage, newCommandId } from '../../../support/command-stage.ts';
import { lockWaits } from '../../../support/database-attacks.ts';
import { planted } from '../../../support/planted.ts';
import { engines } from '../../../support/test-database.ts';

/** Only the host that claimed a command, or a sender with the key, may report its result (CMD-8). */
describe.each(engines)('the claim of a command on the %s engine (CMD-8)', (engine) => {
  const [mine, another] = [crypto.randomUUID(), crypto.randomUUID()];
  let stage: CommandStage;
  beforeAll(async () => (stage = await commandStage('simulated', engine)));
  afterAll(() => stage.close());

  /** Stores a command in progress, without any report yet. */
  async function sent(isClaimed: boolean): Promise<string> {
    const commandId = newCommandId();
    const asked = { systemId: 'river', type: 'rxReboot', by: null, expiresAt: null } as const;
    const added = await addCommands(stage.database, asked, [{ commandId, rxId: stage.rx[0], status: 'pending', error: null }]);
    const claimed = isClaimed ? await claimCommands(stage.database, 'river', mine) : [];
    expect([added.length, claimed.length]).toEqual([1, isClaimed ? 1 : 0]);
    return commandId;
  }
  const row = (commandId: string) =>
    stage.database.db.selectFrom('commands').selectAll().where('command_id', '=', commandId).executeTakeFirstOrThrow();
  const note = async (by: AnsweredBy, commandId: string, more: Partial<CommandNote> = {}) => {
    const noted = { commandId, status: 'executing', attempt: 1, error: null, ...more } as const;
    return (await noteCommands(stage.database, 'river', by, [noted])).map(({ row, before }) => [before, row.status]);
  };
  const failed = { status: 'failed', error: 'It fell over' } as const;

  test('keeps every other host from saying anything of it', async () => {
    const commandId = await sent(true);
    const before = await row(commandId);
    for (const more of [{}, failed, { status: 'completed' }] as const)
      expect(await note({ claim: another }, commandId, more)).toEqual([]);
    expect(await row(commandId)).toEqual(before);
    expect(await note({ claim: mine }, commandId)).toEqual([['pending', 'executing']]);
    expect(await note({ claim: another }, commandId, failed)).toEqual([]);
    expect(await note({ claim: mine }, commandId, failed)).toEqual([['executing', 'failed']]);
    expect(await row(commandId)).toMatchObject({ status: 'failed', error: 'It fell over', claim: mine });
  });

  test('is asked of hosts where nobody has claimed it, and not of a receiver', async () => {
    const commandId = await sent(false);
    expect(await note({ claim: mine }, commandId)).toEqual([]);
    expect(await note('receiver', commandId)).toEqual([['pending', 'executing']]);
    expect(await note('receiver', commandId, { status: 'completed' })).toEqual([['executing', 'completed']]);
  });

  test('what nobody answered ends beside what is being answered: neither waits for the other', async () => {
    const { database } = stage;
    // Rows stored in another order than their ids.
    const commandIds = ['3', '2', '1'].map((first) => `${first}-${newCommandId()}`);
    const made = await planted(database)
      .insertInto('receivers')
      .values(commandIds.map((alias) => ({ system_id: 'river', alias })))
      .returning(['id', 'alias'])
      .execute();
    const asked = { systemId: 'river', type: 'rxReboot', by: null, expiresAt: null } as const;
    for (const commandId of commandIds) {
      const rxId = made.find(({ alias }) => alias === commandId)!.id;
      await addCommands(database, asked, [{ commandId, rxId, status: 'pending', error: null }]);
    }
    await claimCommands(database, 'river', mine);
    for (const commandId of commandIds) await stage.runOut(commandId);
    const waits = await lockWaits(database);
    const notes = commandIds.map((commandId) => ({ commandId, status: 'completed', attempt: 1, error: null }) as const);
    const between = await inTransaction(database, async (within) => {
      await within.db.selectFrom('commands').select('status').where('command_id', '=', commandIds[1]!).forUpdate().execute();
      const noting = noteCommands(database, 'river', { claim: mine }, notes);
      await expect.poll(() => lockWaits(database)).toBe(waits + 1);
      const ended = await endUnanswered(database, 'river', mine);
      return { noting, ended: ended.map(({ command_id }) => command_id) };
    });
    expect(between.ended).toEqual([commandIds[0]]);
    expect((await between.noting).map(({ row }) => row.status)).toEqual(['completed', 'completed', 'completed']);
  });
});
