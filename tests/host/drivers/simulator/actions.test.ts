import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIntake } from '../../../../host/domain/contacts/intake.ts';
import { simulatedCommands } from '../../../../host/drivers/simulator/simulated-commands.ts';
import { Simulation } from '../../../../host/drivers/simulator/simulation.ts';
import { actionsDone, noteActions } from '../../../../host/platform/store/fleet/simulated-actions.ts';
import { unitAt, withActions } from '../../../../host/drivers/simulator/actions.ts';
import { type Linked, outagesBetween, statusAt, statusChangesBetween } from '../../../../host/drivers/simulator/outages.ts';
import { vitalsAt } from '../../../../host/drivers/simulator/vitals.ts';
import { makeWorld } from '../../../../host/drivers/simulator/worlds.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { type SimulatedStage, simulatedStages } from '../../../support/simulated-stage.ts';

const [second, minute, day] = [1_000, 60_000, 86_400_000];
const from = Date.UTC(2026, 4, 1, 12);
const { rebooting, open, ready, online } = receiverStatuses;

describe('what simulated receivers do at somebody’s word (SIM-13)', () => {
  const world = makeWorld('river', 7, from);
  const [receiver] = world.receivers;
  if (receiver === undefined) throw new Error('The study has no receiver');
  /** A time at which it would have been online for an hour. */
  const calm = (() => {
    for (let ts = from; ; ts += minute) if (outagesBetween(world, receiver, ts, ts + 60 * minute).length === 0) return ts;
  })();
  const done = (action: 'reboot' | 'erase' | 'update' | 'sync', at: number) =>
    withActions(world, [1, 2, 3], [{ rxId: 1, at, action }]);

  test('a reboot: rebooting, open, ready, online, in any pieces the same, and of no other receiver', () => {
    const commanded = done('reboot', calm);
    const changes = statusChangesBetween(commanded, receiver, calm, calm + minute);
    expect(changes.map(({ status }) => status)).toEqual([rebooting, open, ready, online]);
    expect(changes[0]?.ts).toBe(calm);
    const pieces = Array.from({ length: 60 }, (_, i) =>
      statusChangesBetween(commanded, receiver, calm + i * second, calm + (i + 1) * second),
    );
    expect(pieces.flat()).toEqual(changes);
    expect([calm - 1, calm, calm + minute].map((ts) => statusAt(commanded, receiver, ts))).toEqual([online, rebooting, online]);
    const other = world.receivers[1] as Linked;
    expect(outagesBetween(commanded, other, from, from + day)).toEqual(outagesBetween(world, other, from, from + day));
  });

  test('outages never overlap, whenever it is told to boot', () => {
    const flaky = world.receivers[2] as Linked;
    for (let at = from; at < from + 40 * minute; at += 20 * second) {
      const commanded = withActions(
        world,
        [1, 2, 3],
        [
          { rxId: 3, at, action: 'reboot' },
          { rxId: 3, at: at + 10 * second, action: 'reboot' },
        ],
      );
      const outages = outagesBetween(commanded, flaky, from - day, from + day);
      outages.forEach(({ start }, i) => expect(start).toBeGreaterThanOrEqual(outages[i - 1]?.end ?? -Infinity));
      // The time before the command is unchanged.
      const before = (one: typeof world) => statusChangesBetween(one, flaky, from - day, at);
      expect(before(commanded)).toEqual(before(world));
    }
  });

  test('erased memory is empty and fills again; an update raises the firmware; a clock is set right', () => {
    const at = from + 3 * day;
    const erased = done('erase', at);
    const used = (ts: number) => vitalsAt(erased, receiver, ts).memoryUsedMb;
    expect([used(at - 1) > 0, used(at), used(at + day) > 0]).toEqual([true, 0, true]);
    const [major, minor, patch] = receiver.firmware;
    const firmware = (ts: number) => unitAt(done('update', at), receiver, ts).firmware;
    expect([firmware(at - 1), firmware(at)]).toEqual([receiver.firmware, [major, minor, patch + 1]]);
    const offset = (ts: number) => Math.abs(unitAt(done('sync', at), receiver, ts).clockOffsetMs);
    expect([offset(at - 1) > 0, offset(at), offset(at + day) > 0]).toEqual([true, 0, true]);
  });
});

test('clocks that were set each hour for a year, and reports, leave those of the last day; nothing else is forgotten', () => {
  const world = makeWorld('river', 7, from);
  const hours = Array.from({ length: 365 * 24 }, (_, hour) => from + hour * 60 * minute);
  const done = hours.flatMap((at) => [1, 2].map((rxId) => ({ rxId, at, action: 'sync' as const })));
  const one = withActions(world, [1, 2], [{ rxId: 1, at: from, action: 'update' }, ...done]);
  expect([...one.actions.values()].map((actions) => actions.length)).toEqual([26, 25]);
  const last = hours.at(-1) as number;
  const next = withActions(one, [1, 2], [{ rxId: 1, at: last + 60 * minute, action: 'sync' }]);
  expect([...next.actions.values()].map((actions) => actions.length)).toEqual([26, 25]);
});

describe('a simulated receiver that is told to do something (SIM-13)', () => {
  const begin = simulatedStages();
  let simulated: SimulatedStage;
  let rxId: number;
  beforeAll(async () => {
    simulated = await begin();
    rxId = simulated.idOf('Weir North');
  });
  afterAll(() => simulated.stage.close());
  const reported = () =>
    simulated.stage.host.database.db
      .selectFrom('receiver_reports')
      .selectAll()
      .where('rx_id', '=', rxId)
      .executeTakeFirstOrThrow();

  test('does it with the next step, is silent while it boots, and has done it also after a restart', async () => {
    await simulated.listen(rxId, minute);
    const before = await reported();
    const commanded = Promise.all([
      simulated.command(rxId, 'erase'),
      simulated.command(rxId, 'update'),
      simulated.command(rxId, 'report'),
    ]);
    await simulated.listen(rxId, minute);
    await commanded;
    const after = await reported();
    expect(after.memory_used_mb).toBeLessThan(before.memory_used_mb as number);
    expect(after.firmware_patch).toBe((before.firmware_patch as number) + 1);

    const bootsAt = simulated.now();
    const commandedToBoot = simulated.command(rxId, 'reboot');
    await simulated.listen(rxId, minute);
    await commandedToBoot;
    const states = simulated.stage.host.database.db
      .selectFrom('receiver_state_events')
      .select('status')
      .where('rx_id', '=', rxId);
    const since = states.where('at', '>=', new Date(bootsAt)).orderBy('at');
    expect((await since.execute()).map(({ status }) => status)).toEqual([rebooting, open, ready, online]);
    const silent = simulated.heardBy(rxId).filter(({ ts }) => ts >= bootsAt && ts < bootsAt + 20 * second);
    expect(silent).toEqual([]);

    await simulated.restart(10 * minute);
    await simulated.listen(rxId, 2 * minute);
    const later = await reported();
    expect(later.memory_used_mb).toBeLessThan(before.memory_used_mb as number);
    expect(later.firmware_patch).toBe(after.firmware_patch);
  });
  test('while what another does is being noted does it with the next step', async () => {
    const opened = await simulated.restart(minute);
    const { database, bus } = simulated.stage.host;
    const log = pino({ level: 'silent' });
    let meanwhile = () => {};
    const lease = {
      lost: false,
      hold: () => {
        meanwhile();
        meanwhile = () => {};
        return Promise.resolve();
      },
    };
    const intake = createIntake({ database, bus, log, now: simulated.now });
    const simulation = new Simulation({ database, bus, intake, log, systemId: 'river', lease }, opened);
    const since = simulated.now();
    const erased = async () =>
      (await actionsDone(database, 'river')).filter(({ at, action }) => at >= since && action === 'erase').map((one) => one.rxId);
    const others: number[] = [];
    const other = simulated.idOf('Weir South');
    const first = simulation.command(rxId, 'erase', 'erase-of-one');
    meanwhile = () => void simulation.command(other, 'erase', 'erase-of-another').then(() => others.push(other));
    await simulation.step(since + second);
    await first;
    expect([await erased(), others]).toEqual([[rxId], []]);
    await simulation.step(since + 2 * second);
    expect(new Set(await erased())).toEqual(new Set([rxId, other]));
    expect(others).toEqual([other]);
  });

  test('does what one command asks for once, also where another host goes on with it (CMD-8)', async () => {
    const { database } = simulated.stage.host;
    const updates = async () => (await actionsDone(database, 'river')).filter(({ action }) => action === 'update').length;
    const before = { noted: await updates(), patch: (await reported()).firmware_patch as number };
    const first = simulated.command(rxId, 'update', 'update-of-a-dead-host');
    await simulated.listen(rxId, minute);
    await first;
    await simulated.restart(minute);
    const again = simulated.command(rxId, 'update', 'update-of-a-dead-host');
    await simulated.listen(rxId, 2 * minute);
    await again;
    expect([await updates(), (await reported()).firmware_patch]).toEqual([before.noted + 1, before.patch + 1]);
    const another = simulated.command(rxId, 'update', 'update-of-somebody-else');
    await simulated.listen(rxId, 2 * minute);
    await another;
    expect([await updates(), (await reported()).firmware_patch]).toEqual([before.noted + 2, before.patch + 2]);
  });

  test('does what was noted though nobody was told so, and that once (SIM-13)', async () => {
    const { database } = simulated.stage.host;
    const patch = async () => (await reported()).firmware_patch as number;
    const before = await patch();
    const noted = { rxId, at: simulated.now(), action: 'update' as const, commandId: 'update-with-lost-answer' };
    await noteActions(database, 'river', [noted]);
    for (const _ of ['as its answer was lost', 'as a host goes on with it']) {
      const again = simulated.command(rxId, 'update', noted.commandId);
      await simulated.listen(rxId, 2 * minute);
      await again;
    }
    expect(await patch()).toBe(before + 1);
  });

  test('whose clock is set again and again is noted to have done so for the last day', async () => {
    const { database } = simulated.stage.host;
    const before = (await actionsDone(database, 'river')).length;
    for (const at of [0, 23 * 60, 25 * 60])
      await noteActions(database, 'river', [
        { rxId, at: at * minute, action: 'sync', commandId: `sync-at-${at}` },
        { rxId, at: at * minute, action: 'update', commandId: `update-at-${at}` },
      ]);
    const done = (await actionsDone(database, 'river')).slice(0, -before);
    expect(done.map(({ at, action }) => [at / minute / 60, action])).toEqual([
      [0, 'update'],
      [23, 'sync'],
      [23, 'update'],
      [25, 'sync'],
      [25, 'update'],
    ]);
  });

  test('does nothing any more where the world stops before it acts', async () => {
    const { database } = simulated.stage.host;
    await database.pool.query(`update simulations set manners = '{"ackMs":0,"runMs":0}' where system_id = 'river'`);
    const told: string[] = [];
    const receivers = {
      isOnline: () => true,
      command: (_: number, action: string) => new Promise<void>(() => told.push(action)),
    };
    const ending = new AbortController();
    const command = { commandId: 'of-a-stopped-world', rxId, commandType: 'rxEraseMemory' as const, attempt: 0 };
    const carriedOut = (async () => {
      const driver = simulatedCommands({ database, systemId: 'river', seed: 7, receivers });
      for await (const { kind } of driver.execute(command, ending.signal)) if (kind === 'executing') ending.abort();
    })();
    await expect(carriedOut).rejects.toThrow('aborted');
    expect(told).toEqual([]);
  });
});
