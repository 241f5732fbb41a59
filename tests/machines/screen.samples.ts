import { expect } from 'vitest';
import { type AnyActorRef, sendParent, setup } from 'xstate';
import type { ResourcesIntent } from '../../src/machines/resources/resources-events.ts';
import { screenMachine } from '../../src/machines/screen/screen-machine.ts';
import type { ScreenUnit } from '../../src/machines/screen/screen-events.ts';
import type { Bar } from '#model/navigation/routes.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

const to = (path: string, search = '', mitasId = 'demo') => ({
  type: 'place.changed',
  place: { pathname: `/dashboard/${mitasId}/${path}`, search },
});
/** Changes the address, so that later outcomes of the screen's parts come too late. */
const leave = (self: AnyActorRef): void => self._parent?.send(to('modems'));

/** An actor that outlives the screen and fails at one address. */
const lastingId = 'lastingActor';
const lastingActor = setup({
  actions: {
    fail: () => {
      throw new Error('a defect of what lasts');
    },
  },
}).createMachine({ id: lastingId, on: { 'lasting.fail': { actions: 'fail' } } });
/** A screen's actor that hears address changes and fails at two addresses. */
const screenActor = setup({
  types: { events: {} as { type: 'place.changed'; search: string } },
  actions: {
    fail: ({ self }, { search }: { search: string }) => {
      if (search === '?wreck') (self.system.get(lastingId) as AnyActorRef | undefined)?.send({ type: 'lasting.fail' });
      if (search === '?leave') leave(self);
      if (['?defect', '?leave'].includes(search)) throw new Error('a defect of the screen');
    },
  },
}).createMachine({
  id: 'screenActor',
  on: { 'place.changed': { actions: { type: 'fail', params: ({ event }) => event } } },
});
/** A screen's loading actor, which fails on one event and reports a failure on another. */
const loadActor = setup({
  types: { events: {} as ResourcesIntent },
  actions: {
    leave: ({ self }) => leave(self),
    fail: () => {
      throw new Error('a defect of ours');
    },
    refuse: sendParent({ type: 'resources.refused', failure: { kind: 'network' } }),
  },
}).createMachine({
  id: 'loadActor',
  initial: 'working',
  states: { working: {}, refused: { tags: 'failed' } },
  on: {
    'resources.retry': { actions: 'fail' },
    'resources.reload': { actions: ['leave', 'fail'] },
    'line.opened': { target: '.refused', actions: 'refuse' },
  },
});
const parts = { lasting: null, resources: null, models: [], address: null, view: null };
const withActor: ScreenUnit = { ...parts, actor: screenActor, lasting: { systemId: lastingId, logic: lastingActor } };
const withoutActor: ScreenUnit = { ...parts, actor: null };
const withResources: ScreenUnit = { ...parts, actor: null, resources: { logic: loadActor, plans: [] } };

const broken = new Error('no journal');
const closed = { modems: 'closed', 'advanced/activity': 'closed' } as const;
const barring = (barred: Readonly<Record<string, Bar>>) => ({ type: 'access.changed', barred });

export default samples({
  machine: screenMachine,
  inputs: [{ mitasId: 'demo' }],
  events: {
    'resources.invalidate': { what: ['beacons'] },
    'resources.reload': { scope: 'all' },
    'resources.retry': {},
    'line.opened': {},
    'screen.again': {},
  },
  actors: {
    address: callback({
      sends: [
        to('nowhere'),
        to('modems'),
        to('dashboard'),
        to('advanced/activity'),
        to('advanced/activity', '?by=7'),
        to('advanced/activity', '?defect'),
        to('advanced/activity', '?leave'),
        to('advanced/activity', '?wreck'),
        to('advanced/activity', '?by=8', 'river'),
      ],
      errors: [new Error('no address bar')],
    }),
    access: callback({ sends: [barring({}), barring({ 'advanced/activity': 'denied' }), barring(closed)], errors: [broken] }),
    loadScreen: promise({
      outputs: ({ input }) => {
        const { id } = input as { id: string };
        return [id === 'modems' ? withoutActor : id === 'dashboard' ? withResources : withActor];
      },
    }),
  },
  serializeState: ({ value, children, context: { id, search, barred, units, actor } }) =>
    JSON.stringify([
      value,
      children['access']?.getSnapshot().status,
      id,
      search,
      barred,
      Object.keys(units).toSorted(),
      actor !== null,
    ]),
  invariant: ({ snapshot }) => {
    const { id, barred, units, actor, resources, search } = snapshot.context;
    const bar = barred?.[id ?? ''];
    expect(search, 'what another system’s address says is no concern of this one').not.toBe('?by=8');
    const isBroken = snapshot.matches('broken');
    for (const name of ['closed', 'denied'] as const) expect(isBroken || snapshot.matches(name) === (bar === name)).toBe(true);
    if (snapshot.matches('open')) expect([barred === null, bar]).toEqual([false, undefined]);
    expect(actor !== null, 'its actor runs exactly while it is open').toBe(
      snapshot.matches('open') && id !== null && units[id]?.actor === screenActor,
    );
    if (!snapshot.matches('none') && !isBroken) expect(['modems', 'dashboard', 'advanced/activity']).toContain(id);
    const children = Object.values(snapshot.children as Record<string, { logic?: unknown }>);
    expect(children.filter((child) => child.logic === screenActor).length).toBe(actor === null ? 0 : 1);
    expect(children.filter((child) => child.logic === loadActor).length).toBe(resources === null ? 0 : 1);
    expect(children.filter((child) => child.logic === lastingActor).length, 'one outlives all openings').toBeLessThan(2);
    expect(resources !== null, 'what it loads likewise').toBe(snapshot.matches('open') && id === 'dashboard');
  },
});
