import { expect, it } from 'vitest';
import { type ActorRefFrom, createActor, createMachine, type EventObject, fromCallback, SimulatedClock } from 'xstate';
import { bannerId, bannerMachine } from '../../src/machines/banner/banner-machine.ts';
import { socketId } from '../../src/machines/socket/socket-id.ts';
import { storageFull, storageLow, storageWatchMachine } from '../../src/machines/storage-watch/storage-watch-machine.ts';
import type { StorageState } from '#model/contract/socket-messages.ts';

/** Starts the watch beside the real banner and a socket that only records its requests. */
function begin(role: number, roleNow = (): number => role) {
  const clock = new SimulatedClock();
  const asked: EventObject[] = [];
  const root = createActor(
    createMachine({
      invoke: [
        { id: socketId, systemId: socketId, src: fromCallback(({ receive }) => receive((event) => void asked.push(event))) },
        { id: bannerId, systemId: bannerId, src: bannerMachine },
        { id: 'storageWatch', systemId: 'storageWatch', src: storageWatchMachine, input: { role: roleNow } },
      ],
    }),
    { clock },
  ).start();
  const watch = root.system.get('storageWatch') as ActorRefFrom<typeof storageWatchMachine>;
  const banner = root.system.get(bannerId) as ActorRefFrom<typeof bannerMachine>;
  return {
    asked,
    watch,
    banner,
    clock,
    hear: (storage?: StorageState) => {
      watch.send({ type: 'message.received', message: { type: 'heartbeat', payload: { mitasId: 'demo', ts: 0, storage } } });
      clock.increment(200);
    },
    shown: () => (banner.getSnapshot().hasTag('open') ? banner.getSnapshot().context.banner?.message : undefined),
  };
}

it('listens to heartbeats', () => {
  const { asked, watch } = begin(4);
  expect(asked).toEqual([{ type: 'subscription.added', subscriber: watch, types: ['heartbeat'] }]);
});

it('says while the disk is full that nothing new is stored, to everybody, once, and takes it away when it is over (MSG-7)', () => {
  const { hear, shown, banner, clock } = begin(4);
  hear('full');
  hear('full');
  expect(shown()).toBe(storageFull.message);
  hear();
  expect(shown(), 'an answer without a word of it changes nothing').toBe(storageFull.message);
  hear('ok');
  expect(shown()).toBeUndefined();
  clock.increment(10_000);
  expect(banner.getSnapshot().context).toEqual({ banner: null, queue: [] });
});

it('who closed it is not told again while it lasts, but the next time', () => {
  const { hear, shown, banner, clock } = begin(4);
  hear('full');
  banner.send({ type: 'banner.dismiss' });
  clock.increment(200);
  hear('full');
  expect(shown()).toBeUndefined();
  hear('ok');
  hear('full');
  expect(shown()).toBe(storageFull.message);
});

it.each([
  [1, storageLow.message],
  [2, storageLow.message],
  [3, undefined],
  [4, undefined],
])('that it is nearly full, role %i is told: %s', (role, told) => {
  const { hear, shown } = begin(role);
  hear('low');
  expect(shown()).toBe(told);
  hear('full');
  expect(shown()).toBe(storageFull.message);
  hear('low');
  expect(shown()).toBe(told);
  hear('ok');
  expect(shown()).toBeUndefined();
});

it('who was demoted is no longer told that it is nearly full, and who was promoted is', () => {
  let role = 1;
  const { hear, shown } = begin(role, () => role);
  hear('low');
  expect(shown()).toBe(storageLow.message);
  role = 4;
  hear('low');
  expect(shown()).toBeUndefined();
  role = 2;
  hear('low');
  expect(shown()).toBe(storageLow.message);
});

it('a banner that waited behind goes too', () => {
  const { hear, shown, banner, clock } = begin(4);
  hear('full');
  banner.send({ type: 'banner.show', banner: { message: 'Successfully registered', variant: 'success' } });
  banner.send({ type: 'banner.show', banner: { ...storageFull } });
  hear('ok');
  clock.increment(1_000);
  expect(shown()).toBe('Successfully registered');
  expect(banner.getSnapshot().context.queue).toEqual([]);
});
