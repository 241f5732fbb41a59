import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { sweepCommands } from '../../../../host/domain/commands/command-sweep.ts';
import { syncDueClocks } from '../../../../host/domain/commands/sync-clocks.ts';
import { addCommands } from '../../../../host/platform/store/fleet/commands.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { commandStage, type CommandHost, type CommandStage, newCommandId } from '../../../support/command-stage.ts';
import { planted } from '../../../support/planted.ts';
import { openSession } from '../../../support/open-session.ts';
import { startTestHost, type TestHost } from '../../../support/test-host.ts';
import type { TestBrowser } from '../../../support/test-browser.ts';
import { triedEngines } from '../../../support/test-database.ts';

/** The list of commands, and what hosts do with it on their own. */

describe.each(triedEngines)('commands that are kept on the %s engine', (engine) => {
  let calls: TestHost;
  let browser: TestBrowser;
  let stage: CommandStage;
  let host: CommandHost;
  let token: string;
  beforeAll(async () => {
    calls = await startTestHost({ engine });
    browser = calls.browser();
  });
  afterAll(() => calls.close());
  beforeEach(async () => {
    stage = await commandStage('simulated', calls.database);
    host = stage.host();
    token = (await openSession(calls, stage.userId)).token;
  });
  afterEach(() => stage.close());

  type Listed = { commands: { commandId: string; status: string; by: object | null }[]; more: boolean };
  async function list(query = ''): Promise<Listed> {
    const { status, json } = await browser.send('GET', `/api/mitashost/${stage.systemId}/commands${query}`, { token });
    expect(status).toBe(200);
    return json as Listed;
  }
  const cancel = (commandId: string) =>
    browser.send('POST', `/api/mitashost/${stage.systemId}/commands/${commandId}/cancel`, { token });

  describe('the list of commands (CMD-5, CMD-6)', () => {
    test('has those that are not over first, then the newest, page by page without a hole', async () => {
      await stage.setStatus(stage.rx[1], receiverStatuses.offline);
      const over: string[] = [];
      for (const type of ['rxReboot', 'rxEraseMemory', 'rxScheduleRefresh'] as const) {
        over.unshift(newCommandId());
        await host.say({ type, payload: [stage.rx[1]], commandIds: [over[0] as string] });
      }
      const waiting = newCommandId();
      await host.say({ type: 'rxReboot', payload: [stage.rx[1]], commandIds: [waiting], expiresAt: Date.now() + 3_600_000 });
      const newest = await list('?limit=2');
      expect(newest.commands.map(({ commandId }) => commandId)).toEqual([waiting, ...over.slice(0, 2)]);
      expect(newest.more).toBe(true);
      const older = await list(`?limit=2&before=${over[1]}`);
      expect(older).toMatchObject({
        commands: [{ commandId: over[2], status: 'failed', by: { name: 'Test ada' } }],
        more: false,
      });
      expect((await list(`?rxId=${stage.rx[0]}`)).commands).toEqual([]);

      expect((await cancel(waiting)).status).toBe(200);
      expect(await stage.row(waiting)).toMatchObject({ status: 'cancelled' });
      expect([(await cancel(waiting)).status, (await cancel(newCommandId())).status]).toEqual([409, 404]);
      const told = calls.events.flatMap((event) => (event.kind === 'message' ? [event.message] : []));
      expect(told.at(-1)).toMatchObject({ type: 'commandStatus', payload: { commandId: waiting, status: 'cancelled' } });
    });

    test('forgets what has been over for 400 days, and nothing that is not over (CMD-11)', async () => {
      await stage.setStatus(stage.rx[1], receiverStatuses.offline);
      const [forgotten, open, kept] = [newCommandId(), newCommandId(), newCommandId()];
      const ids = async () => (await list()).commands.map(({ commandId }) => commandId);
      await host.say({ type: 'rxReboot', payload: [stage.rx[1]], commandIds: [forgotten] });
      const expiresAt = Date.now() + 3_600_000;
      await host.say({ type: 'rxEraseMemory', payload: [stage.rx[1]], commandIds: [open], expiresAt });
      expect(await ids()).toEqual([open, forgotten]);
      await stage.database.db
        .updateTable('commands')
        .set({ changed_at: new Date(0) })
        .where('system_id', '=', stage.systemId)
        .execute();
      await host.say({ type: 'rxReboot', payload: [stage.rx[1]], commandIds: [kept] });
      await sweepCommands(stage.database);
      expect(await ids()).toEqual([open, kept]);
    });
  });

  test('clocks that the host set by itself are forgotten after a week, and nothing that people asked for (CMD-11)', async () => {
    const [own, theirs] = [newCommandId(), newCommandId()];
    const ask = { systemId: stage.systemId, type: 'rxSyncClock' as const, expiresAt: null };
    const [rxId] = stage.rx;
    const failed = { rxId, status: 'failed' as const, error: 'It is off' };
    await addCommands(stage.database, { ...ask, by: null }, [{ ...failed, commandId: own }]);
    await addCommands(stage.database, { ...ask, by: { id: 1, name: 'Ada' } }, [{ ...failed, commandId: theirs }]);
    const ids = async () => new Set((await list(`?rxId=${rxId}`)).commands.map(({ commandId }) => commandId));
    const aged = (days: number) =>
      stage.database.pool.query(`update commands set changed_at = clock_timestamp() - $1 * interval '1 day' where rx_id = $2`, [
        days,
        rxId,
      ]);
    await aged(6);
    await sweepCommands(stage.database);
    expect(await ids()).toEqual(new Set([own, theirs]));
    const byPeople = (await list(`?rxId=${rxId}&by=people`)).commands;
    expect(
      byPeople.map(({ commandId }) => commandId),
      'a list may leave out what the host asked for (CMD-5)',
    ).toEqual([theirs]);
    await aged(8);
    await sweepCommands(stage.database);
    expect(await ids()).toEqual(new Set([theirs]));
  });

  describe('setting clocks by itself (CMD-10, SYS-8)', () => {
    const log = pino({ level: 'silent' });
    const syncs = async () => {
      await Promise.all([host, stage.host()].map(({ bus }) => syncDueClocks({ database: stage.database, bus, log })));
      return (await list()).commands.filter((one) => 'commandType' in one && one.commandType === 'rxSyncClock');
    };
    const syncEach = (clock_sync_interval: number) =>
      planted(stage.database).updateTable('systems').set({ clock_sync_interval }).where('id', '=', stage.systemId).execute();
    const passed = (minutes: number) =>
      stage.database.pool.query(`update clock_syncs set at = clock_timestamp() - $1 * interval '1 minute'`, [minutes]);

    test('comes at the interval, once over all hosts, to those that are online and have none under way', async () => {
      await stage.setStatus(stage.rx[1], receiverStatuses.offline);
      await syncEach(9_000);
      expect(await syncs(), 'it begins to count').toEqual([]);
      await passed(14);
      expect(await syncs()).toEqual([]);
      await passed(16);
      const [first, ...others] = await syncs();
      expect(first).toMatchObject({ rxId: stage.rx[0], status: 'pending', by: null });
      expect(others).toEqual([]);
      await passed(16);
      expect(await syncs(), 'one is under way').toHaveLength(1);
      await stage.runOut(first?.commandId ?? '');
      await expect.poll(() => stage.row(first?.commandId ?? '')).toMatchObject({ status: 'failed' });
      await syncEach(0);
      await passed(100_000);
      expect(await syncs(), 'never').toHaveLength(1);
    });
  });
});
