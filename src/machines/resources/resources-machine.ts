import { assign, enqueueActions, sendParent, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { Fact } from '../../model/journal/facts.ts';
import * as rules from '../../model/session/resources.ts';
import type { ResourceEvent } from '../resource/resource-events.ts';
import { resourceMachine } from '../resource/resource-machine.ts';
import type { ResourcesEvent, ResourcesInput, ResourcesReport } from './resources-events.ts';

/** Which of them were loaded at least once. */
export type ResourcesContext = ResourcesInput & { loaded: readonly rules.ResourceName[] };

type Loaded = { name: rules.ResourceName; facts: readonly Fact[] };

/**
 * How long what is measured waits for a live line, in ms: loaded before there is one, it would have to be
 * loaded again.
 */
const measuredWaitMs = 2_000;

/**
 * All that a session loads of its system, each a resource of its own. Region `essentials` knows when the
 * system can be shown, and when not any more; region `measured` loads what has no revision when the first
 * line opens, or after a while without one, and again after every other.
 */
export const resourcesMachine = setup({
  types: {
    input: {} as ResourcesInput,
    context: {} as ResourcesContext,
    events: {} as ResourcesEvent,
    tags: {} as 'busy' | 'ready' | 'failed',
    children: {} as Record<rules.ResourceName, 'resource'>,
  },
  actors: { resource: resourceMachine },
  actions: {
    noteLoaded: assign(({ context }, { name }: { name: rules.ResourceName }) => ({ loaded: [...context.loaded, name] })),
    reportLoaded: sendParent((_, { name, facts }: Loaded): ResourcesReport => ({ type: 'resources.loaded', name, facts })),
    reportShown: sendParent({ type: 'resources.shown' } satisfies ResourcesReport),
    reportRefused: sendParent((_, { failure }: { failure: Failure }): ResourcesReport => ({
      type: 'resources.refused',
      failure,
    })),
    reportBroken: sendParent((_, { error }: { error: unknown }): ResourcesReport => ({
      type: 'resources.refused',
      failure: toFailure(error),
    })),
    sendToEach: enqueueActions(({ enqueue }, { names, word }: { names: readonly rules.ResourceName[]; word: ResourceEvent }) => {
      for (const name of names) enqueue.sendTo(name, word);
    }),
  },
  guards: {
    hasEssentials: ({ context }) => rules.essentialResources.every((name) => context.loaded.includes(name)),
    isEssential: (_, { name }: { name: rules.ResourceName }) => rules.essentialResources.includes(name),
    isTurnedAway: (_, { name, failure }: { name: rules.ResourceName; failure: Failure }) =>
      rules.essentialResources.includes(name) && rules.isTurnedAway(failure),
  },
  delays: { measuredWait: measuredWaitMs },
}).createMachine({
  id: 'resources',
  context: ({ input }) => ({ ...input, loaded: [] }),
  initial: 'working',
  states: {
    working: {
      type: 'parallel',
      invoke: [
        {
          id: 'config',
          src: 'resource',
          input: ({ context }) => ({ name: 'config', mitasId: context.mitasId, begins: 'now', refreshMs: null }),
          onError: { target: 'broken', actions: { type: 'reportBroken', params: ({ event }) => event } },
        },
        {
          id: 'fleet',
          src: 'resource',
          input: ({ context }) => ({ name: 'fleet', mitasId: context.mitasId, begins: 'now', refreshMs: null }),
          onError: { target: 'broken', actions: { type: 'reportBroken', params: ({ event }) => event } },
        },
        {
          id: 'states',
          src: 'resource',
          input: ({ context }) => ({ name: 'states', mitasId: context.mitasId, begins: 'asked', refreshMs: null }),
          onError: { target: 'broken', actions: { type: 'reportBroken', params: ({ event }) => event } },
        },
        {
          id: 'alarms',
          src: 'resource',
          input: ({ context }) => ({ name: 'alarms', mitasId: context.mitasId, begins: 'asked', refreshMs: null }),
          onError: { target: 'broken', actions: { type: 'reportBroken', params: ({ event }) => event } },
        },
        {
          id: 'beacons',
          src: 'resource',
          input: ({ context }) => ({
            name: 'beacons',
            mitasId: context.mitasId,
            begins: 'asked',
            refreshMs: rules.beaconRefreshMs,
          }),
          onError: { target: 'broken', actions: { type: 'reportBroken', params: ({ event }) => event } },
        },
        {
          id: 'systems',
          src: 'resource',
          input: ({ context }) => ({ name: 'systems', mitasId: context.mitasId, begins: 'asked', refreshMs: null }),
          onError: { target: 'broken', actions: { type: 'reportBroken', params: ({ event }) => event } },
        },
        {
          id: 'account',
          src: 'resource',
          input: ({ context }) => ({ name: 'account', mitasId: context.mitasId, begins: 'asked', refreshMs: null }),
          onError: { target: 'broken', actions: { type: 'reportBroken', params: ({ event }) => event } },
        },
      ],
      on: {
        'resource.shown': {
          actions: [
            { type: 'noteLoaded', params: ({ event }) => event },
            { type: 'reportLoaded', params: ({ event }) => event },
          ],
        },
        'resources.invalidate': {
          actions: { type: 'sendToEach', params: ({ event }) => ({ names: event.what, word: { type: 'resource.invalidate' } }) },
        },
        'resources.retry': {
          actions: { type: 'sendToEach', params: { names: rules.allResources, word: { type: 'resource.retry' } } },
        },
      },
      states: {
        essentials: {
          initial: 'coming',
          states: {
            coming: {
              tags: 'busy',
              always: { guard: 'hasEssentials', target: 'there' },
              on: {
                'resource.failed': {
                  guard: { type: 'isEssential', params: ({ event }) => event },
                  target: 'refused',
                  actions: { type: 'reportRefused', params: ({ event }) => event },
                },
              },
            },
            there: {
              tags: 'ready',
              entry: 'reportShown',
              on: {
                'resource.failed': {
                  guard: { type: 'isTurnedAway', params: ({ event }) => event },
                  target: 'refused',
                  actions: { type: 'reportRefused', params: ({ event }) => event },
                },
              },
            },
            /** Its owner closes the system now, and this with it. */
            refused: { tags: 'failed' },
          },
        },
        measured: {
          initial: 'waiting',
          states: {
            waiting: {
              after: {
                measuredWait: {
                  target: 'unconnected',
                  actions: { type: 'sendToEach', params: { names: rules.measuredResources, word: { type: 'resource.load' } } },
                },
              },
              on: {
                'line.opened': {
                  target: 'connected',
                  actions: { type: 'sendToEach', params: { names: rules.measuredResources, word: { type: 'resource.load' } } },
                },
              },
            },
            unconnected: {
              on: {
                'line.opened': {
                  target: 'connected',
                  actions: {
                    type: 'sendToEach',
                    params: { names: rules.measuredResources, word: { type: 'resource.invalidate' } },
                  },
                },
              },
            },
            connected: {
              on: {
                'line.opened': {
                  actions: [
                    { type: 'sendToEach', params: { names: rules.resourcesAfterReturn, word: { type: 'resource.invalidate' } } },
                    { type: 'sendToEach', params: { names: rules.allResources, word: { type: 'resource.retry' } } },
                  ],
                },
              },
            },
          },
        },
      },
    },
    /** A defect of ours: no answer of the host ends a resource. */
    broken: { tags: 'failed' },
  },
});
