import { type ErrorActorEvent, assign, enqueueActions, sendParent, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { Fact } from '../../model/journal/facts.ts';
import * as rules from '../../model/session/resources.ts';
import type { ResourceEvent, ResourceInput } from '../resource/resource-events.ts';
import { resourceMachine } from '../resource/resource-machine.ts';
import { theEvent } from '../support/the-event.ts';
import type { ResourcesEvent, ResourcesInput, ResourcesReport } from './resources-events.ts';

/** `loaded`: the resources that were loaded at least once. */
export type ResourcesContext = ResourcesInput & { loaded: readonly string[] };

type Loaded = { name: string; facts: readonly Fact[] };
type Named = { name: string };

/**
 * How long (ms) measured data waits for the live line, because data loaded before the line opens must be
 * loaded again.
 */
const measuredWaitMs = 2_000;

const load: ResourceEvent = { type: 'resource.load' };
const invalidate: ResourceEvent = { type: 'resource.invalidate' };
const retry: ResourceEvent = { type: 'resource.retry' };

const isOf =
  (names: readonly string[]) =>
  ({ name }: rules.ResourcePlan): boolean =>
    names.includes(name);
const isMeasured = ({ begins }: rules.ResourcePlan): boolean => begins === 'line';
const isOfLine = (plan: rules.ResourcePlan): boolean => isMeasured(plan) || plan.afterLine === true;
const isAfterReturn = (plan: rules.ResourcePlan): boolean => isOfLine(plan) || plan.begins === 'return';
const isIn = { revised: ({ begins }: rules.ResourcePlan): boolean => begins === 'now', all: (): boolean => true };

/**
 * Loads the data of a session, or of a screen beside it (CODE-27), each as its own resource. Region
 * `essentials` knows whether the system can be shown. Region `measured` loads data without a revision when
 * the first line opens, or after a while without one, and again after each later opening.
 */
export const resourcesMachine = setup({
  types: {} as {
    input: ResourcesInput;
    context: ResourcesContext;
    events: ResourcesEvent;
    tags: 'busy' | 'ready' | 'failed';
    children: Record<string, 'resource'>;
  },
  actors: { resource: resourceMachine },
  actions: {
    startEach: enqueueActions(({ context: { mitasId, plans }, enqueue }) => {
      for (const { name, begins, refreshMs = null } of plans) {
        const input: ResourceInput = { name, mitasId, begins: begins === 'now' ? 'now' : 'asked', refreshMs };
        enqueue.spawnChild('resource', { id: name, input });
      }
    }),
    stopEach: enqueueActions(({ context: { plans }, enqueue }) => {
      for (const { name } of plans) enqueue.stopChild(name);
    }),
    noteLoaded: assign(({ context }, { name }: Named) => ({ loaded: [...context.loaded, name] })),
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
    sendToEach: enqueueActions(
      ({ context, enqueue }, { which, word }: { which: (plan: rules.ResourcePlan) => boolean; word: ResourceEvent }) => {
        for (const { name } of context.plans.filter(which)) enqueue.sendTo(name, word);
      },
    ),
  },
  guards: {
    hasEssentials: ({ context: { plans, loaded } }) =>
      plans.every(({ isEssential, name }) => !isEssential || loaded.includes(name)),
    isEssential: ({ context }, { name }: Named) => isEssential(context, name),
    isTurnedAway: ({ context }, { name, failure }: Named & { failure: Failure }) =>
      isEssential(context, name) && rules.isTurnedAway(failure),
    isConnected: ({ context }) => context.isConnected,
  },
  delays: { measuredWait: measuredWaitMs },
}).createMachine({
  id: 'resources',
  context: ({ input }) => ({ ...input, loaded: [] }),
  initial: 'working',
  states: {
    working: {
      type: 'parallel',
      entry: 'startEach',
      exit: 'stopEach',
      on: {
        'resource.shown': {
          actions: [
            { type: 'noteLoaded', params: theEvent },
            { type: 'reportLoaded', params: theEvent },
          ],
        },
        'resources.invalidate': {
          actions: { type: 'sendToEach', params: ({ event: { what } }) => ({ which: isOf(what), word: invalidate }) },
        },
        'resources.reload': {
          actions: { type: 'sendToEach', params: ({ event: { scope } }) => ({ which: isIn[scope], word: invalidate }) },
        },
        'resources.retry': { actions: { type: 'sendToEach', params: { which: isIn.all, word: retry } } },
        'xstate.error.actor.*': {
          target: 'broken',
          actions: { type: 'reportBroken', params: theEvent<ErrorActorEvent> },
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
                  guard: { type: 'isEssential', params: theEvent },
                  target: 'refused',
                  actions: { type: 'reportRefused', params: theEvent },
                },
              },
            },
            there: {
              tags: 'ready',
              entry: 'reportShown',
              on: {
                'resource.failed': {
                  guard: { type: 'isTurnedAway', params: theEvent },
                  target: 'refused',
                  actions: { type: 'reportRefused', params: theEvent },
                },
              },
            },
            /** The owner closes the system, which stops this actor. */
            refused: { tags: 'failed' },
          },
        },
        measured: {
          initial: 'deciding',
          states: {
            deciding: {
              always: [
                {
                  guard: 'isConnected',
                  target: 'connected',
                  actions: { type: 'sendToEach', params: { which: isMeasured, word: load } },
                },
                { target: 'waiting' },
              ],
            },
            waiting: {
              after: {
                measuredWait: {
                  target: 'unconnected',
                  actions: { type: 'sendToEach', params: { which: isMeasured, word: load } },
                },
              },
              on: {
                'line.opened': {
                  target: 'connected',
                  actions: { type: 'sendToEach', params: { which: isMeasured, word: load } },
                },
              },
            },
            unconnected: {
              on: {
                'line.opened': {
                  target: 'connected',
                  actions: { type: 'sendToEach', params: { which: isOfLine, word: invalidate } },
                },
              },
            },
            connected: {
              on: {
                'line.opened': {
                  actions: [
                    { type: 'sendToEach', params: { which: isAfterReturn, word: invalidate } },
                    { type: 'sendToEach', params: { which: isIn.all, word: retry } },
                  ],
                },
              },
            },
          },
        },
      },
    },
    /** A defect of the console ended a resource; no answer of the host does. */
    broken: { tags: 'failed' },
  },
});

function isEssential({ plans }: ResourcesContext, name: string): boolean {
  return plans.some((plan) => plan.isEssential === true && plan.name === name);
}
