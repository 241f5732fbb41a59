import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import { type Failure, failureText, toFailure } from '../../model/contract/failure.ts';
import type { Account } from '../../model/entities/account.ts';
import { isSystemName } from '../../model/entities/system.ts';
import type { Fact } from '../../model/journal/facts.ts';
import type { SessionEntry } from '../../model/journal/session.ts';
import { recordedMessages } from '../../model/session/message-facts.ts';
import * as parts from '../../model/session/system-parts.ts';
import { bannerIn, storageBanner } from '../banner/banner-machine.ts';
import { contactWindowMachine, hostClockIn } from '../contact-window/contact-window-machine.ts';
import { fileExportMachine } from '../file-export/file-export-machine.ts';
import { journalLogic } from '../journal/journal-actor.ts';
import { record } from '../journal/record.ts';
import { liveStreamMachine } from '../live-stream/live-stream-machine.ts';
import { notificationsMachine } from '../notifications/notifications-machine.ts';
import { screenMachine } from '../screen/screen-machine.ts';
import { notify } from '../snackbar/notify.ts';
import { socketMachine } from '../socket/socket-machine.ts';
import { storageWatchMachine } from '../storage-watch/storage-watch-machine.ts';
import { notProvided, notProvidedClock } from '../support/not-provided.ts';
import type { HostSessionEvent, HostSessionInput, HostSessionReport } from './host-session-events.ts';
import {
  happened,
  invalidatedBy,
  messageFacts,
  personFacts,
  roleOf,
  socketRefusal,
  socketUrlOf,
  timezoneFacts,
  timezoneOf,
} from './host-session-rules.ts';

/** Control only: what the system and the person are is in the journal. */
export type HostSessionContext = {
  mitasId: string;
  /** The page's own address. */
  pageOrigin: string;
  /** The person's role in the system. */
  role: number;
  now: () => number;
  random: () => number;
  /** What the journal begins with; empty once it has it. */
  untold: readonly SessionEntry[];
  /** True when the host already holds this system for the person's current one. */
  isCurrent: boolean;
  /** Null when the person's list does not name the system. */
  socketUrl: string | null;
  /** The timezone to set unasked; null when that is done, or there is none. */
  timezone: string | null;
  /** Why the system is not shown. */
  failure: Failure | null;
  /** Parts to load, parts being loaded, and why parts that the page can do without did not come. */
  wanted: readonly parts.Part[];
  loading: readonly parts.Part[];
  failures: parts.LoadedParts['failures'];
};

/** How long until an offline system is looked at again, and a failed reload is tried again, in ms. */
const offlineRetryMs = 30_000;
const reloadRetryMs = 10_000;
/** Spec §4, §9: beacon data refresh every 300000 ms. */
const beaconRefreshMs = 300_000;

/**
 * One system, from being opened to being left (design §1: reset is free). It owns the journal, the socket and the contact window; stopping
 * it ends them all. Loads what the shell and home show, listens, and loads again what the host says is out of date.
 */
export const hostSessionMachine = setup({
  types: {
    context: {} as HostSessionContext,
    events: {} as HostSessionEvent,
    input: {} as HostSessionInput,
    tags: {} as 'busy' | 'ready' | 'failed' | 'offline' | 'unauthorized' | 'unknown' | 'stale',
    children: {} as {
      journal: 'journal';
      socket: 'socket';
      contactWindow: 'contactWindow';
      liveStream: 'liveStream';
      fileExport: 'fileExport';
      screen: 'screen';
      notifications: 'notifications';
      storageWatch: 'storageWatch';
      selectSystem: 'selectSystem';
      loadParts: 'loadParts';
      reloadParts: 'loadParts';
      checkSystem: 'loadParts';
      setTimezone: 'setTimezone';
    },
  },
  actors: {
    journal: journalLogic(notProvidedClock),
    socket: socketMachine,
    contactWindow: contactWindowMachine,
    liveStream: liveStreamMachine,
    fileExport: fileExportMachine,
    screen: screenMachine,
    notifications: notificationsMachine,
    storageWatch: storageWatchMachine,
    selectSystem: notProvided<{ account: Account }, { mitasId: string }>(),
    loadParts: notProvided<parts.LoadedParts, { mitasId: string; parts: readonly parts.Part[] }>(),
    setTimezone: notProvided<void, { timezone: string }>(),
  },
  actions: {
    recordPerson: record(({ untold }) => untold),
    forgetPerson: assign({ untold: [] }),
    recordAccount: record((_, __, { account }: { account: Account }) => happened({ type: 'account.loaded', account })),
    recordParts: record((_, __, { facts }: { facts: Fact[] }) => facts.map(happened)),
    recordMessage: record((_, event) => messageFacts(event)),
    recordTimezone: record(({ timezone }) => timezoneFacts(timezone)),
    recordDarkMode: record((_, __, { darkMode }: { darkMode: boolean }) => happened({ type: 'darkMode.changed', darkMode })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    setRefusal: assign((_, loaded: parts.LoadedParts) => ({ failure: parts.refusalOf(loaded) ?? null })),
    setSocketRefusal: assign((_, { code }: { code: number }) => ({ failure: socketRefusal(code) })),
    setFailures: assign(({ context }, loaded: parts.LoadedParts) => ({
      failures: loaded.failures,
      wanted: parts.joinParts(context.wanted, parts.worthRetrying(loaded)),
      loading: [],
    })),
    wantInvalidated: assign(({ context, event }) => ({ wanted: parts.joinParts(context.wanted, invalidatedBy(event)) })),
    wantBeacons: assign(({ context }) => ({ wanted: parts.joinParts(context.wanted, ['beacons']) })),
    wantEverything: assign(({ context }) => ({ wanted: parts.joinParts(context.wanted, parts.everyPart) })),
    wantFailed: assign(({ context }) => ({ wanted: parts.joinParts(context.wanted, parts.failedParts(context.failures)) })),
    wantAgain: assign(({ context }) => ({ wanted: parts.joinParts(context.wanted, context.loading), loading: [] })),
    beginLoading: assign(({ context }) => ({ loading: context.wanted, wanted: [] })),
    noteSelected: assign({ isCurrent: true }),
    noteTimezone: assign({ timezone: null }),
    listen: sendTo('socket', ({ self }) => ({ type: 'subscription.added', subscriber: self, types: recordedMessages })),
    connect: sendTo('socket', { type: 'socket.connect' }),
    /** Who heard it is gone, and cannot take it back any more. */
    retractStorage: sendTo(bannerIn, { type: 'banner.retract', key: storageBanner }),
    passTokenOn: sendTo('socket', { type: 'token.renewed' }),
    askForToken: sendParent({ type: 'token.refused' } satisfies HostSessionReport),
    tellTimezoneFailed: notify((_, __, { error }: { error: unknown }) => ({
      message: failureText(toFailure(error), 'The timezone could not be set'),
      variant: 'error',
    })),
  },
  guards: {
    isCurrent: ({ context }) => context.isCurrent,
    isNoSystemName: ({ context }) => !isSystemName(context.mitasId),
    isStranger: ({ context }) => context.socketUrl === null,
    isRefused: (_, loaded: parts.LoadedParts) => parts.refusalOf(loaded) !== undefined,
    isTurnedAway: (_, loaded: parts.LoadedParts) => parts.isTurnedAway(loaded),
    isIncomplete: (_, loaded: parts.LoadedParts) => parts.worthRetrying(loaded).length > 0,
    isOffline: ({ context }) => context.failure !== null && parts.refusalKind(context.failure) === 'offline',
    isUnauthorized: ({ context }) => context.failure !== null && parts.refusalKind(context.failure) === 'unauthorized',
    isUnknown: ({ context }) => context.failure !== null && parts.refusalKind(context.failure) === 'unknown',
    hasWanted: ({ context }) => context.wanted.length > 0,
    hasTimezoneToSet: ({ context }) => context.timezone !== null,
  },
  delays: { OFFLINE_RETRY: offlineRetryMs, RELOAD_RETRY: reloadRetryMs, BEACON_REFRESH: beaconRefreshMs },
}).createMachine({
  id: 'hostSession',
  context: ({ input }) => ({
    mitasId: input.mitasId,
    pageOrigin: input.pageOrigin,
    role: roleOf(input),
    now: input.now,
    random: input.random,
    untold: personFacts(input),
    isCurrent: input.account.mitasId === input.mitasId,
    socketUrl: socketUrlOf(input),
    timezone: timezoneOf(input),
    failure: null,
    wanted: [],
    loading: [],
    failures: {},
  }),
  invoke: {
    id: 'journal',
    systemId: 'journal',
    src: 'journal',
    onError: { target: '.broken', actions: { type: 'setFailure', params: ({ event }) => event } },
  },
  initial: 'entering',
  states: {
    entering: {
      tags: 'busy',
      entry: ['recordPerson', 'forgetPerson'],
      always: [{ guard: 'isNoSystemName', target: 'unknown' }, { target: 'selecting' }],
    },
    selecting: {
      tags: 'busy',
      always: { guard: 'isCurrent', target: 'loading' },
      invoke: {
        id: 'selectSystem',
        src: 'selectSystem',
        input: ({ context }) => ({ mitasId: context.mitasId }),
        onDone: {
          target: 'loading',
          actions: ['noteSelected', { type: 'recordAccount', params: ({ event }) => event.output }],
        },
        onError: { target: 'refused', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadParts',
        src: 'loadParts',
        input: ({ context }) => ({ mitasId: context.mitasId, parts: parts.firstParts }),
        onDone: [
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'refused',
            actions: { type: 'setRefusal', params: ({ event }) => event.output },
          },
          { guard: 'isStranger', target: 'unauthorized' },
          {
            target: 'ready',
            actions: [
              { type: 'recordParts', params: ({ event }) => event.output },
              { type: 'setFailures', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: { target: 'refused', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    refused: {
      always: [
        { guard: 'isOffline', target: 'offline' },
        { guard: 'isUnauthorized', target: 'unauthorized' },
        { guard: 'isUnknown', target: 'unknown' },
        { target: 'failed' },
      ],
    },
    offline: {
      tags: ['failed', 'offline'],
      initial: 'waiting',
      on: { 'session.retry': 'selecting' },
      states: {
        waiting: { after: { OFFLINE_RETRY: 'checking' } },
        checking: {
          invoke: {
            id: 'checkSystem',
            src: 'loadParts',
            input: ({ context }) => ({ mitasId: context.mitasId, parts: parts.firstParts }),
            onDone: [
              { guard: { type: 'isRefused', params: ({ event }) => event.output }, target: 'waiting' },
              { target: '#hostSession.selecting' },
            ],
            onError: 'waiting',
          },
        },
      },
    },
    unauthorized: {
      tags: ['failed', 'unauthorized'],
    },
    unknown: {
      tags: ['failed', 'unknown'],
    },
    failed: {
      tags: 'failed',
      on: { 'session.retry': 'selecting' },
    },
    /** Without its journal a session can do nothing more: only opening it anew helps. */
    broken: { tags: 'failed' },
    ready: {
      tags: 'ready',
      type: 'parallel',
      entry: ['listen', 'connect'],
      exit: 'retractStorage',
      invoke: [
        {
          id: 'socket',
          systemId: 'socket',
          src: 'socket',
          input: ({ context, self }) => ({
            url: context.socketUrl ?? '',
            origin: context.pageOrigin,
            mitasId: context.mitasId,
            random: context.random,
            now: hostClockIn(self.system, context.now),
          }),
          onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
        },
        {
          id: 'contactWindow',
          systemId: 'contactWindow',
          src: 'contactWindow',
          input: ({ context }) => ({ now: context.now }),
          onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
        },
        {
          id: 'liveStream',
          systemId: 'liveStream',
          src: 'liveStream',
          input: ({ context, self }) => ({ now: hostClockIn(self.system, context.now) }),
          onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
        },
        {
          id: 'fileExport',
          src: 'fileExport',
          onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
        },
        {
          id: 'screen',
          src: 'screen',
          input: ({ context }) => ({ mitasId: context.mitasId }),
          onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
        },
        {
          id: 'notifications',
          src: 'notifications',
          input: ({ context, self }) => ({ mitasId: context.mitasId, now: hostClockIn(self.system, context.now) }),
          onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
        },
        {
          id: 'storageWatch',
          src: 'storageWatch',
          input: ({ context }) => ({ role: context.role }),
          onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
        },
      ],
      on: {
        'darkMode.confirmed': { actions: { type: 'recordDarkMode', params: ({ event }) => event } },
        'token.renewed': { actions: 'passTokenOn' },
        'socket.unauthorized': { actions: 'askForToken' },
        'socket.refused': { target: 'refused', actions: { type: 'setSocketRefusal', params: ({ event }) => event } },
        'message.received': { actions: ['recordMessage', 'wantInvalidated'] },
        // What was loaded before the line stood may be older than what the line did not yet tell.
        'socket.opened': { actions: 'wantEverything' },
      },
      states: {
        data: {
          initial: 'current',
          on: { 'session.retry': { actions: 'wantFailed' } },
          states: {
            current: { always: { guard: 'hasWanted', target: 'reloading' } },
            reloading: {
              tags: 'stale',
              entry: 'beginLoading',
              invoke: {
                id: 'reloadParts',
                src: 'loadParts',
                input: ({ context }) => ({ mitasId: context.mitasId, parts: context.loading }),
                onDone: [
                  {
                    guard: { type: 'isTurnedAway', params: ({ event }) => event.output },
                    target: '#hostSession.refused',
                    actions: { type: 'setRefusal', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'isIncomplete', params: ({ event }) => event.output },
                    target: 'waiting',
                    actions: [
                      { type: 'recordParts', params: ({ event }) => event.output },
                      { type: 'setFailures', params: ({ event }) => event.output },
                    ],
                  },
                  {
                    target: 'current',
                    actions: [
                      { type: 'recordParts', params: ({ event }) => event.output },
                      { type: 'setFailures', params: ({ event }) => event.output },
                    ],
                  },
                ],
                onError: { target: 'waiting', actions: 'wantAgain' },
              },
            },
            waiting: {
              tags: 'stale',
              after: { RELOAD_RETRY: 'current' },
              on: { 'session.retry': { target: 'current', actions: 'wantFailed' } },
            },
          },
        },
        /** What beacons are heard grows old by itself: nobody tells when one falls silent. */
        beacons: {
          initial: 'fresh',
          states: { fresh: { after: { BEACON_REFRESH: { target: 'fresh', reenter: true, actions: 'wantBeacons' } } } },
        },
        timezone: {
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'hasTimezoneToSet', target: 'setting' }, { target: 'settled' }] },
            setting: {
              invoke: {
                id: 'setTimezone',
                src: 'setTimezone',
                input: ({ context }) => ({ timezone: context.timezone ?? '' }),
                onDone: { target: 'settled', actions: 'recordTimezone' },
                onError: {
                  target: 'settled',
                  actions: { type: 'tellTimezoneFailed', params: ({ event }) => event },
                },
              },
            },
            settled: { entry: 'noteTimezone' },
          },
        },
      },
    },
  },
});

export type HostSessionMachine = typeof hostSessionMachine;
export type HostSessionRef = ActorRefFrom<HostSessionMachine>;
