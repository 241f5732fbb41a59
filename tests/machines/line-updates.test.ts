import { expect, test } from 'vitest';
import { type AnyActorLogic, type AnyActorRef, createActor, createMachine, type EventObject, SimulatedClock } from 'xstate';
import { beaconsPageMachine } from '../../src/machines/beacons-page/beacons-page-machine.ts';
import { lineUpdatesOf } from '../../src/machines/question/line-updates.ts';
import { question } from '../../src/machines/question/question.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Opens a page with two beacons, beside a line whose state the test sets. */
async function begin() {
  const clock = new SimulatedClock();
  const asked: object[] = [];
  const intents: ({ subscriber: AnyActorRef } & EventObject)[] = [];
  const socket = createMachine({
    type: 'parallel',
    on: { '*': { actions: ({ event }) => intents.push(event as never) } },
    states: {
      host: { initial: 'heard', states: { heard: { on: { lose: 'lost' } }, lost: { on: { hear: 'heard' } } } },
    },
  });
  const page = beaconsPageMachine.provide({
    actors: {
      detections: question<object>(({ input }) => {
        asked.push(input);
        return Promise.resolve({ detections: [], lastTimes: [] });
      }, lineUpdatesOf('beacons')),
    },
  });
  const root = createActor(
    createMachine({
      invoke: [
        { systemId: 'socket', src: socket },
        { systemId: 'page', src: page as AnyActorLogic, input: { mitasId: 'river', search: '?open=7,9' } },
      ],
    }),
    { clock },
  ).start();
  await settled();
  const say = async (...payload: string[]) => {
    const message = { type: 'message.received', message: { type: 'invalidate', payload } };
    for (const { type, subscriber } of intents.slice())
      if (type === 'subscription.added' && subscriber.getSnapshot().status === 'active') subscriber.send(message);
    await settled();
  };
  const line = (type: 'lose' | 'hear') => (root.system.get('socket') as AnyActorRef).send({ type });
  const go = (search: string) => (root.system.get('page') as AnyActorRef).send({ type: 'place.changed', search });
  return { asked, intents, clock, say, line, go };
}

test('the page of a tag is asked for again after a change of a tag, an animal or a transmitter (VISIT-5)', async () => {
  const clock = new SimulatedClock();
  let asked = 0;
  const page = question<object>(() => Promise.resolve((asked += 1)), lineUpdatesOf('tags', 'animals', 'transmitters'));
  const root = createActor(
    createMachine({
      invoke: [
        { systemId: 'socket', src: createMachine({}) },
        { systemId: 'page', src: page, input: { mitasId: 'river', search: '', record: 12 } },
      ],
    }),
    { clock },
  ).start();
  await settled();
  const hear = async (message: object): Promise<number> => {
    const { occasions } = (root.system.get('page') as AnyActorRef).getSnapshot().children;
    occasions.send({ type: 'message.received', message });
    await settled();
    clock.increment(5_000);
    await settled();
    return asked;
  };
  const change = (...kinds: string[]) => hear({ type: 'changed', payload: { items: kinds.map((kind) => ({ kind })) } });
  expect(asked).toBe(1);
  expect(await change('receiver.updated', 'site.updated')).toBe(1);
  expect(await change('receiver.updated', 'tag.updated')).toBe(2);
  expect(await change('animal.updated')).toBe(3);
  expect(await change('transmitter.deleted')).toBe(4);
  expect(await hear({ type: 'changed', payload: { items: null } })).toBe(4);
  expect(await hear({ type: 'invalidate', payload: ['beacons', 'fleet'] })).toBe(4);
  expect(await hear({ type: 'invalidate', payload: ['beacons', 'tags'] })).toBe(5);
});

const [seven, nine] = [
  { mitasId: 'river', id: 7 },
  { mitasId: 'river', id: 9 },
];

test('open beacons are asked for again when the line says so, with a rest, and when it is back (REG-26)', async () => {
  const { asked, clock, say, line } = await begin();
  expect(asked).toEqual([seven, nine]);
  await say('tags', 'fleet');
  expect(asked, 'other news are not about them').toHaveLength(2);
  await say('beacons');
  expect(asked.slice(2)).toEqual([seven, nine]);
  await say('beacons');
  clock.increment(4_999);
  await settled();
  expect(asked, 'the host rests 5 s').toHaveLength(4);
  clock.increment(1);
  await settled();
  expect(asked).toHaveLength(6);
  clock.increment(5_000);
  line('lose');
  await settled();
  expect(asked).toHaveLength(6);
  line('hear');
  await settled();
  expect(asked, 'nothing tells what was missed').toHaveLength(8);
});

test('without news they are asked for each 300,000 ms; one that is closed hears no more', async () => {
  const { asked, intents, clock, say, go } = await begin();
  clock.increment(299_999);
  await settled();
  expect(asked).toHaveLength(2);
  clock.increment(1);
  await settled();
  expect(asked).toHaveLength(4);
  clock.increment(5_000);
  go('?open=9');
  expect(intents.filter(({ type }) => type === 'subscription.removed')).toHaveLength(1);
  await say('beacons');
  expect(asked.slice(4)).toEqual([nine]);
});
