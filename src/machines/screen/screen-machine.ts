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
import { type Bar, recordAt, screenAt, type ScreenId } from '../../model/navigation/routes.ts';
import { journalIn } from '../journal/journal-actor.ts';
import type { ResourcesInput, ResourcesIntent } from '../resources/resources-events.ts';
import type { lineMachine } from '../socket/line-machine.ts';
import { socketId } from '../socket/socket-id.ts';
import { selectLine } from '../socket/socket-selectors.ts';
import { notProvided, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import { accessChanges } from './access-changes.ts';
import type { RecordInput, ScreenEvent, ScreenUnit } from './screen-events.ts';
import { unitOf } from './screen-selectors.ts';

type Barred = Readonly<Record<string, Bar>>;

export type ScreenContext = {
  mitasId: string;
  /** The screen in the address; null for none. */
  id: ScreenId | null;
  /** The id of the record in the address, if the screen shows one. */
  record: number | null;
  search: string;
  /** The screens that cannot be opened; null until known. */
  barred: Barred | null;
  /** The loaded units, by screen. */
  units: Readonly<Partial<Record<ScreenId, ScreenUnit>>>;
  /** The actor of the open screen, and the one that loads its data. */
  actor: AnyActorRef | null;
  resources: AnyActorRef | null;
  /** How many screens were opened, to recognise a late error from an earlier one. */
  openings: number;
};

/**
 * The session's slot for a screen (CODE-27). It decides by role and settings in the journal whether the
 * screen in the address may open (NAV-6, NAV-18), and waits until they are known; a barred screen loads
 * nothing. It loads an allowed screen's unit once and joins its read models to the journal (JRN-11). Then it
 * starts the screen's actor and the loading of its data, and passes them what is outdated and the search part
 * of the address (`place.changed`). It stops them when the address leaves the screen or the screen is barred.
 */
export const screenMachine = setup({
  types: {} as {
    input: { mitasId: string };
    context: ScreenContext;
    events: ScreenEvent;
    tags: 'busy' | 'ready' | 'failed' | 'defect';
  },
  actors: {
    /** Sends the address, at first and whenever it changes. */
    address: notProvidedCallback(),
    access: accessChanges,
    loadScreen: notProvided<ScreenUnit, { id: ScreenId }>(),
  },
  actions: {
    notePlace: assign((_, { place }: { place: Place }) => ({ ...screenIn(place), search: place.search })),
    noteAccess: assign((_, { barred }: { barred: Barred }) => ({ barred })),
    noteUnit: assign(({ context }, { output }: { output: ScreenUnit }) => ({
      units: { ...context.units, [idIn(context)]: output },
    })),
    joinModels: sendTo(
      ({ system }) => journalIn(system),
      ({ context }) => ({ type: 'journal.join', models: unitOf(context)?.models ?? [] }),
    ),
    countOpening: assign({ openings: ({ context }) => context.openings + 1 }),
    /** Starts the screen's lasting actor unless it is running, so also after it broke. */
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
    /**
     * The ids are needed for transitions on failure; XState's types do not cover logic that is loaded at run
     * time.
     */
    start: assign(({ context, spawn }) => {
      const { actor } = unitOf(context) ?? { actor: null };
      const { mitasId, search, record } = context;
      const input: RecordInput = { mitasId, search, record };
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
    /**
     * True if the session is about to end, or if the person is being asked whether to leave and the address
     * will return.
     */
    isElsewhere: ({ context }, { place }: { place: Place }) =>
      parseDashboardUrl(place.pathname)?.mitasId !== context.mitasId || isLogout(place),
    isSame: ({ context }, { place }: { place: Place }) => isAt(context, place),
    isListened: ({ context }, { place }: { place: Place }) => isAt(context, place) && context.actor !== null,
    loads: ({ context }) => context.resources !== null,
    isOfOpen: ({ context: { actor, resources } }, { actorId }: { actorId: string }) =>
      actorId === actor?.id || actorId === resources?.id,
    /**
     * True if the resources of the open screen failed; failures of a previous screen's resources do not
     * matter.
     */
    isLoadingBroken: ({ context: { resources } }) =>
      (resources?.getSnapshot() as AnyMachineSnapshot | undefined)?.hasTag('failed') === true,
    isBarChanged: ({ context }, { barred }: { barred: Barred }) => barOf(context) !== barOf({ ...context, barred }),
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
    record: null,
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
        guard: { type: 'isBarChanged', params: theEvent },
        target: '.deciding',
        actions: { type: 'noteAccess', params: theEvent },
      },
      { actions: { type: 'noteAccess', params: theEvent } },
    ],
    /** A defect of a screen that was already left is only logged. */
    'xstate.error.actor.unit.*': {},
    'xstate.error.actor.resources.*': {},
    /** The screen shows that this actor ended; the actor restarts when the screen is next opened. */
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
    /** The person's role is too low (NAV-18). */
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
    /** It is not known yet whether the screen may open. */
    waiting: {
      tags: 'busy',
      on: { 'access.changed': { target: 'deciding', actions: { type: 'noteAccess', params: theEvent } } },
    },
    /**
     * The screen's code failed to load. Some browsers do not retry a failed module; there only reloading the
     * page helps.
     */
    failed: { tags: 'failed', on: { 'screen.again': 'deciding' } },
    /** A defect of the screen, which Retry cannot fix (ERR-15). */
    defective: { tags: ['failed', 'defect'] },
    /** The actor for access or the address failed; screens open again only after a reload of the page. */
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
        /** A defect of one screen ends that screen, not the session. */
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

/**
 * Returns the screen at a place with its record; null if there is none, or if the place is the logout page.
 */
function screenIn({ pathname }: Place): Pick<ScreenContext, 'id' | 'record'> {
  const path = parseDashboardUrl(pathname)?.path;
  const screen = path === undefined ? undefined : screenAt(path);
  if (path === undefined || screen === undefined || screen.id === 'account/logout') return { id: null, record: null };
  return { id: screen.id, record: screen.list === undefined ? null : recordAt(path) };
}

/** Returns true if a place is that of the open screen, and of the same record. */
function isAt(open: Pick<ScreenContext, 'id' | 'record'>, place: Place): boolean {
  const { id, record } = screenIn(place);
  return id === open.id && record === open.record;
}

/**
 * Returns the screen in the address. Throws if there is none, which is a defect, because the slot has decided
 * before that there is one.
 */
function idIn({ id }: Pick<ScreenContext, 'id'>): ScreenId {
  if (id === null) throw new Error('No screen is in the address');
  return id;
}

/** Returns true while the live line is open, even if it is silent. */
function isLineOpen(system: AnyActorRef['system']): boolean {
  const socket = system.get(socketId) as ActorRefFrom<typeof lineMachine> | undefined;
  return ['open', 'silent'].includes(selectLine(socket?.getSnapshot()));
}

/** Returns why the screen in the address cannot be opened; undefined if it can, or that is not known yet. */
function barOf({ id, barred }: Pick<ScreenContext, 'id' | 'barred'>): Bar | undefined {
  return barred?.[id ?? ''];
}
