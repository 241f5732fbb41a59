import {
  type ActorRefFrom,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type ErrorActorEvent,
  assign,
  enqueueActions,
  sendTo,
  setup,
  stopChild,
} from 'xstate';
import { parseDashboardUrl } from '../../model/navigation/addresses.ts';
import { isLogout, type Place } from '../../model/navigation/redirect.ts';
import { type Bar, screenAt, type ScreenId } from '../../model/navigation/routes.ts';
import { journalIn } from '../journal/journal-actor.ts';
import type { ResourcesInput, ResourcesIntent } from '../resources/resources-events.ts';
import type { lineMachine } from '../socket/line-machine.ts';
import { socketId } from '../socket/socket-id.ts';
import { selectLine } from '../socket/socket-selectors.ts';
import { notProvided, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import { accessChanges } from './access-changes.ts';
import type { ScreenEvent, ScreenInput, ScreenUnit } from './screen-events.ts';
import { unitOf } from './screen-selectors.ts';

type Barred = Readonly<Record<string, Bar>>;

export type ScreenContext = {
  mitasId: string;
  /** The screen in the address; null where there is none. */
  id: ScreenId | null;
  search: string;
  /** The screens that cannot be opened; null until that is known. */
  barred: Barred | null;
  /** What was loaded, by the screens' ids. */
  units: Readonly<Partial<Record<ScreenId, ScreenUnit>>>;
  /** That of the screen that is open, and what loads for it. */
  actor: AnyActorRef | null;
  resources: AnyActorRef | null;
  /** How many were opened: an error still on its way from the one before is known by it. */
  openings: number;
};

/**
 * The session's one slot for a screen (CODE-27). It judges whether the screen in the address may be opened,
 * by role and settings as the journal shows them (NAV-6, NAV-18), and waits until they are known: nothing of
 * one that may not is loaded. The unit of one that may is loaded once and its read models join the journal
 * (JRN-11); what it loads, and its actor, start, hear of what is out of date and of the search part of the
 * address (`place.changed`), and stop when the address leaves it, or when it may be open no more.
 */
export const screenMachine = setup({
  types: {} as {
    input: { mitasId: string };
    context: ScreenContext;
    events: ScreenEvent;
    tags: 'busy' | 'ready' | 'failed' | 'defect';
  },
  actors: {
    /** Sends where the address stands, at first and whenever it changes. */
    address: notProvidedCallback(),
    access: accessChanges,
    loadScreen: notProvided<ScreenUnit, { id: ScreenId }>(),
  },
  actions: {
    notePlace: assign((_, { place }: { place: Place }) => ({ id: screenIn(place), search: place.search })),
    noteAccess: assign((_, { barred }: { barred: Barred }) => ({ barred })),
    noteUnit: assign(({ context }, { output }: { output: ScreenUnit }) => ({
      units: { ...context.units, [idIn(context)]: output },
    })),
    joinModels: sendTo(
      ({ system }) => journalIn(system),
      ({ context }) => ({ type: 'journal.join', models: unitOf(context)?.models ?? [] }),
    ),
    countOpening: assign({ openings: ({ context }) => context.openings + 1 }),
    /** One that broke begins again. */
    startLasting: enqueueActions(({ context: { mitasId, ...context }, enqueue, system }) => {
      const lasting = unitOf(context)?.lasting;
      if (!lasting || system.get(lasting.systemId) !== undefined) return;
      const { systemId, logic } = lasting;
      enqueue.spawnChild(logic, { id: `lasting.${systemId}` as never, systemId, input: { mitasId } });
    }),
    startLoading: assign(({ context, spawn, self }) => {
      const { resources } = unitOf(context) ?? { resources: null };
      if (resources === null) return {};
      const { logic, plans } = resources;
      const input: ResourcesInput = { mitasId: context.mitasId, plans, isConnected: isLineOpen(self.system) };
      return { resources: spawn(logic, { id: `resources.${context.openings}` as never, input }) };
    }),
    /** Ids are for the transition on failure; XState's types have none for logic that comes at run time. */
    start: assign(({ context, spawn }) => {
      const { actor } = unitOf(context) ?? { actor: null };
      const input: ScreenInput = { mitasId: context.mitasId, search: context.search };
      return { actor: actor && spawn(actor, { id: `unit.${context.openings}` as never, input }) };
    }),
    stop: stopChild(({ context }) => context.actor ?? 'none'),
    stopLoading: stopChild(({ context }) => context.resources ?? 'none'),
    forget: assign({ actor: null, resources: null }),
    passToResources: sendTo(
      ({ context }) => context.resources as AnyActorRef,
      (_, word: ResourcesIntent) => word,
    ),
    passOn: sendTo(
      ({ context }) => context.actor as AnyActorRef,
      ({ context }) => ({ type: 'place.changed', search: context.search }),
    ),
  },
  guards: {
    /** The session is about to end, or the person is asked whether it shall and the address comes back. */
    isElsewhere: ({ context }, { place }: { place: Place }) =>
      parseDashboardUrl(place.pathname)?.mitasId !== context.mitasId || isLogout(place),
    isSame: ({ context }, { place }: { place: Place }) => screenIn(place) === context.id,
    isListened: ({ context }, { place }: { place: Place }) => screenIn(place) === context.id && context.actor !== null,
    loads: ({ context }) => context.resources !== null,
    isOfOpen: ({ context: { actor, resources } }, { actorId }: { actorId: string }) =>
      actorId === actor?.id || actorId === resources?.id,
    /** What the ones before could not load is no concern of those that are here now. */
    isLoadingBroken: ({ context: { resources } }) =>
      (resources?.getSnapshot() as AnyMachineSnapshot | undefined)?.hasTag('failed') === true,
    isJudgedAnew: ({ context }, { barred }: { barred: Barred }) => barOf(context) !== barOf({ ...context, barred }),
    isNoScreen: ({ context }) => context.id === null,
    isClosed: ({ context }) => barOf(context) === 'closed',
    isDenied: ({ context }) => barOf(context) === 'denied',
    isNotLoaded: ({ context }) => unitOf(context) === undefined,
    isUnjudged: ({ context }) => context.barred === null,
  },
}).createMachine({
  id: 'screen',
  context: ({ input }) => ({
    mitasId: input.mitasId,
    id: null,
    search: '',
    barred: null,
    units: {},
    actor: null,
    resources: null,
    openings: 0,
  }),
  invoke: [
    { id: 'access', src: 'access', onError: '.broken' },
    { id: 'address', src: 'address', onError: '.broken' },
  ],
  initial: 'none',
  on: {
    'place.changed': [
      { guard: { type: 'isElsewhere', params: theEvent } },
      {
        guard: { type: 'isSame', params: theEvent },
        actions: { type: 'notePlace', params: theEvent },
      },
      { target: '.deciding', actions: { type: 'notePlace', params: theEvent } },
    ],
    'access.changed': [
      {
        guard: { type: 'isJudgedAnew', params: theEvent },
        target: '.deciding',
        actions: { type: 'noteAccess', params: theEvent },
      },
      { actions: { type: 'noteAccess', params: theEvent } },
    ],
    /**
     * The defect of a screen that has been left meanwhile: the log has it, and nobody waits for that screen.
     */
    'xstate.error.actor.unit.*': {},
    'xstate.error.actor.resources.*': {},
    /** The screen says that it is gone, and it begins again when the screen is next opened. */
    'xstate.error.actor.lasting.*': {},
  },
  states: {
    none: {},
    deciding: {
      always: [
        { guard: 'isNoScreen', target: 'none' },
        { guard: 'isClosed', target: 'closed' },
        { guard: 'isDenied', target: 'denied' },
        { guard: 'isUnjudged', target: 'waiting' },
        { guard: 'isNotLoaded', target: 'loading' },
        { target: 'open' },
      ],
    },
    /** The system has no such route (NAV-6). */
    closed: { tags: 'ready' },
    /** It takes another role (NAV-18). */
    denied: { tags: 'ready' },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadScreen',
        src: 'loadScreen',
        input: ({ context }) => ({ id: idIn(context) }),
        onDone: { target: 'deciding', actions: { type: 'noteUnit', params: theEvent } },
        onError: 'failed',
      },
    },
    /** It is not known yet whether it may be opened. */
    waiting: {
      tags: 'busy',
      on: { 'access.changed': { target: 'deciding', actions: { type: 'noteAccess', params: theEvent } } },
    },
    /** Where a browser does not ask twice for a module that failed, the page loaded again brings it. */
    failed: { tags: 'failed', on: { 'screen.again': 'deciding' } },
    /** A defect of its own, whatever becomes of the host (ERR-15). */
    defective: { tags: ['failed', 'defect'] },
    /** Who judges, or the address, is gone: only the page loaded again opens anything. */
    broken: { tags: ['failed', 'defect'], on: { 'place.changed': {}, 'access.changed': {} } },
    open: {
      tags: 'ready',
      entry: ['joinModels', 'countOpening', 'startLasting', 'startLoading', 'start'],
      exit: ['stop', 'stopLoading', 'forget'],
      on: {
        'place.changed': [
          { guard: { type: 'isElsewhere', params: theEvent } },
          {
            guard: { type: 'isListened', params: theEvent },
            actions: [{ type: 'notePlace', params: theEvent }, 'passOn'],
          },
        ],
        'resources.invalidate': { guard: 'loads', actions: { type: 'passToResources', params: theEvent } },
        'resources.reload': { guard: 'loads', actions: { type: 'passToResources', params: theEvent } },
        'resources.retry': { guard: 'loads', actions: { type: 'passToResources', params: theEvent } },
        'line.opened': { guard: 'loads', actions: { type: 'passToResources', params: theEvent } },
        'resources.refused': { guard: 'isLoadingBroken', target: 'failed' },
        /** A defect of one screen ends that screen, and not the session. */
        'xstate.error.actor.unit.*': {
          guard: { type: 'isOfOpen', params: theEvent<ErrorActorEvent> },
          target: 'defective',
        },
        'xstate.error.actor.resources.*': {
          guard: { type: 'isOfOpen', params: theEvent<ErrorActorEvent> },
          target: 'defective',
        },
      },
    },
  },
});

export type ScreenRef = ActorRefFrom<typeof screenMachine>;

/** The screen at a place; null where there is none, or that place logs out. */
function screenIn({ pathname }: Place): ScreenId | null {
  const path = parseDashboardUrl(pathname)?.path;
  const id = path === undefined ? undefined : screenAt(path)?.id;
  return id === undefined || id === 'account/logout' ? null : id;
}

/** The screen in the address, once the slot has decided that there is one. */
function idIn({ id }: Pick<ScreenContext, 'id'>): ScreenId {
  if (id === null) throw new Error('No screen is in the address');
  return id;
}

/** True while a live line stands, also where no word comes over it just now. */
function isLineOpen(system: AnyActorRef['system']): boolean {
  const socket = system.get(socketId) as ActorRefFrom<typeof lineMachine> | undefined;
  return ['open', 'silent'].includes(selectLine(socket?.getSnapshot()));
}

/** Why the screen in the address cannot be opened; undefined where it can, or that is not known yet. */
function barOf({ id, barred }: Pick<ScreenContext, 'id' | 'barred'>): Bar | undefined {
  return barred?.[id ?? ''];
}
