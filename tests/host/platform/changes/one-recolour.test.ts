import { pino } from 'pino';
import { expect, test } from 'vitest';
import { drivers } from '../../../../host/drivers/drivers.ts';
import { startFleet } from '../../../../host/domain/fleet/fleet.ts';
import { openLeases } from '../../../../host/platform/leases/leases.ts';
import { changeStage } from '../../../support/change-stage.ts';
import { until } from '../../../support/live-stage.ts';
import { planted } from '../../../support/planted.ts';

test('a recolour costs other consoles nothing but its own message: no load, no membership judged again', async () => {
  const stage = await changeStage();
  const log = pino({ level: 'warn' });
  const leases = openLeases({ database: stage.host.database, log });
  const fleet = startFleet({
    drivers,
    leases,
    database: stage.host.database,
    bus: stage.host.bus,
    log,
    seed: 1,
    simulator: 'off',
    isWatched: () => false,
  });
  const judged: string[] = [];
  const { authority } = stage.host.accounts;
  const membership = authority.membership.bind(authority);
  authority.membership = (userId, mitasId) => {
    judged.push(`${userId} ${mitasId}`);
    return membership(userId, mitasId);
  };
  const [ada, bob, carla] = [await stage.sit('ada', 3), await stage.sit('bob', 4), await stage.sit('carla', 4, 'lake')];
  const heardOfSystems = () => stage.host.events.filter(({ kind }) => kind === 'systemsChanged').length;
  // The fleet's first look compares with nothing; adding a system shows when a later look is done.
  const nextLook = async (id: string) => {
    const before = heardOfSystems();
    await planted(stage.host.database).insertInto('systems').values({ id, common_name: id }).execute();
    fleet.look();
    await until('the fleet to have looked', () => heardOfSystems() > before);
  };
  await until('the fleet to run', () => fleet.status().systems !== undefined && fleet.status().simulator === 'off');
  await nextLook('before');
  await until('all to hear of it', () => [ada, bob, carla].every((who) => who.of('invalidate').length === 1));
  const [judgedBefore, events] = [judged.length, stage.host.events.length];

  await ada.call('PATCH', `/receivers/${stage.rx[0]}/color`, { body: { oldColor: '', newColor: '#123456' } });
  await until('the change to be told', () => [ada, bob].every((who) => who.of('changed').length === 1));
  await nextLook('after');
  const since = stage.host.events.slice(events).filter(({ kind }) => kind !== 'message');
  expect(since).toMatchObject([
    { kind: 'changed', mitasId: 'river', change: { items: [{ kind: 'receiver.recoloured' }] } },
    { kind: 'systemsChanged', mitasIds: ['after'] },
  ]);
  await until('all to hear of the other system', () => [ada, bob, carla].every((who) => who.of('invalidate').length >= 2));
  for (const who of [ada, bob, carla])
    expect(who.of('invalidate').map(({ payload }) => payload)).toEqual([['systems'], ['systems']]);
  expect(carla.of('changed')).toEqual([]);
  // One for the call itself and one for the added system: none for the recolour.
  expect(judged.slice(judgedBefore).filter((one) => one !== `${ada.id} river`)).toHaveLength(2);
  await fleet.close();
  await leases.close();
  await stage.close();
});
