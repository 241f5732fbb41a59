import { type ActorRefFrom, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { toFailure } from '../../model/contract/failure.ts';
import type { Incoming } from '../../model/contract/socket-messages.ts';
import type { Account } from '../../model/entities/account.ts';
import { isSystemName } from '../../model/entities/system.ts';
import type { Fact } from '../../model/journal/facts.ts';
import { recordedMessages } from '../../model/session/message-facts.ts';
import { refusalKind, sessionResources } from '../../model/session/resources.ts';
import { bannerIn, storageBanner } from '../banner/banner-machine.ts';
import { changeLineIn } from '../change-line/change-line-id.ts';
import { changeLineMachine } from '../change-line/change-line-machine.ts';
import { comebackMachine } from '../comeback/comeback-machine.ts';
import { contactWindowMachine, hostClockIn } from '../contact-window/contact-window-machine.ts';
import { fileExportMachine } from '../file-export/file-export-machine.ts';
import { journalIn, journalLogic } from '../journal/journal-actor.ts';
import { presentRole } from '../journal/journal-selectors.ts';
import { record } from '../journal/record.ts';
import { notificationsMachine } from '../notifications/notifications-machine.ts';
import { operationsMachine } from '../operations/operations-machine.ts';
import type { GuardedWork } from '../operations/page-guard-events.ts';
import type { ResourcesIntent } from '../resources/resources-events.ts';
import { resourcesMachine } from '../resources/resources-machine.ts';
import { screenMachine } from '../screen/screen-machine.ts';
import { notify } from '../snackbar/notify.ts';
import { lineMachine } from '../socket/line-machine.ts';
import { storageWatchMachine } from '../storage-watch/storage-watch-machine.ts';
import { notProvided, notProvidedCallback, notProvidedClock } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { HostSessionEvent, HostSessionInput, HostSessionReport } from './host-session-events.ts';
import { contextOf, type HostSessionChildren, type HostSessionContext } from './host-session-context.ts';
import * as rules from './host-session-rules.ts';

/**
 * One system, from opening to leaving (SYS-9). The journal, the change line and the operations run as long as
 * the session; resources, socket and contact window run while it is `open`. Stopping the session stops all of
 * them, so nothing needs to be reset.
 */
export const hostSessionMachine = setup({
  types: {} as {
    context: HostSessionContext;
    events: HostSessionEvent;
    input: HostSessionInput;
    tags: 'busy' | 'ready' | 'failed' | 'offline' | 'unauthorized' | 'unknown';
    children: HostSessionChildren;
  },
  actors: {
    journal: journalLogic(notProvidedClock),
    changeLine: changeLineMachine,
    operations: operationsMachine,
    /** Makes the browser ask before the page closes while changes are unsaved or a download runs. */
    pageGuard: notProvidedCallback<GuardedWork>(),
    resources: resourcesMachine,
    socket: lineMachine,
    contactWindow: contactWindowMachine,
    fileExport: fileExportMachine,
    screen: screenMachine,
    notifications: notificationsMachine,
    storageWatch: storageWatchMachine,
    selectSystem: notProvided<{ account: Account }, { mitasId: string }>(),
    /** Checks whether the system can be shown; rejects with the reason. */
    checkSystem: notProvided<void, { mitasId: string }>(),
    setTimezone: notProvided<void, { timezone: string }>(),
    comeback: comebackMachine,
  },
  actions: {
    recordPerson: record(({ unsent }) => unsent),
    forgetPerson: assign({ unsent: [] }),
    recordAccount: record((_, __, { account }: { account: Account }) => rules.happened({ type: 'account.loaded', account })),
    recordMessage: record((_, __, { message }: { message: Incoming }) => rules.messageFacts(message)),
    recordTimezone: record(({ timezone }) => rules.timezoneFacts(timezone)),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    setSocketRefusal: assign((_, { code }: { code: number }) => ({ failure: rules.socketRefusal(code) })),
    noteSelected: assign({ isCurrent: true }),
    noteTimezone: assign({ timezone: null }),
    listen: sendTo('socket', ({ self }) => rules.subscription(self, recordedMessages)),
    listenToChanges: sendTo('socket', ({ system }) => rules.subscription(changeLineIn(system), rules.changeMessages)),
    connect: sendTo('socket', { type: 'line.connect' }),
    /** Sends an event to the session's resources and to the open screen's. */
    sendToLoaders: enqueueActions(({ enqueue }, { word }: { word: ResourcesIntent }) => {
      for (const part of ['resources', 'screen']) enqueue.sendTo(part, word);
    }),
    announceLine: enqueueActions(({ enqueue }) => {
      for (const part of ['changeLine', 'resources', 'operations', 'screen']) enqueue.sendTo(part, { type: 'line.opened' });
    }),
    /**
     * Retracts the banner about the host's disk when the system closes, because no actor could do it later.
     */
    retractStorage: sendTo(bannerIn, { type: 'banner.retract', key: storageBanner }),
    passTokenOn: sendTo('socket', { type: 'token.renewed' }),
    askForToken: sendParent({ type: 'token.refused' } satisfies HostSessionReport),
    reportAccount: sendParent((_, { facts }: { facts: readonly Fact[] }) => rules.accountReport(facts)),
    reportUnsaved: sendParent((_, { count, downloads }: { count: number; downloads: number }): HostSessionReport => ({
      type: 'session.unsaved',
      count,
      downloads,
    })),
    notifyTimezoneFailed: notify((_, __, { error }: { error: unknown }) => rules.timezoneRefusal(error)),
  },
  guards: {
    isCurrent: ({ context }) => context.isCurrent,
    isNoSystemName: ({ context }) => !isSystemName(context.mitasId),
    hasNoSocketUrl: ({ context }) => context.socketUrl === null,
    isOffline: ({ context }) => context.failure !== null && refusalKind(context.failure) === 'offline',
    isUnauthorized: ({ context }) => context.failure !== null && refusalKind(context.failure) === 'unauthorized',
    isUnknown: ({ context }) => context.failure !== null && refusalKind(context.failure) === 'unknown',
    isAccount: (_, { facts }: { facts: readonly Fact[] }) => rules.schemeIn(facts) !== undefined,
    isInvalidation: (_, { message }: { message: Incoming }) => rules.invalidation(message).what.length > 0,
    hasTimezoneToSet: ({ context }) => context.timezone !== null,
  },
}).createMachine({
  id: 'hostSession',
  context: ({ input }) => contextOf(input),
  invoke: [
    {
      id: 'journal',
      systemId: 'journal',
      src: 'journal',
      onError: { target: '.broken', actions: { type: 'setFailure', params: theEvent } },
    },
    {
      id: 'changeLine',
      systemId: 'changeLine',
      src: 'changeLine',
      input: ({ context }) => ({ mitasId: context.mitasId }),
      onError: { target: '.broken', actions: { type: 'setFailure', params: theEvent } },
    },
    {
      id: 'operations',
      systemId: 'operations',
      src: 'operations',
      input: ({ context: { mitasId, by, newId, now } }) => ({ mitasId, by, newId, now }),
      onError: { target: '.broken', actions: { type: 'setFailure', params: theEvent } },
    },
    {
      id: 'pageGuard',
      systemId: 'pageGuard',
      src: 'pageGuard',
      onError: { target: '.broken', actions: { type: 'setFailure', params: theEvent } },
    },
  ],
  on: { 'unsaved.counted': { actions: { type: 'reportUnsaved', params: theEvent } } },
  initial: 'entering',
  states: {
    entering: {
      tags: 'busy',
      entry: ['recordPerson', 'forgetPerson'],
      always: [{ guard: 'isNoSystemName', target: 'unknown' }, { target: 'selecting' }],
    },
    selecting: {
      tags: 'busy',
      always: { guard: 'isCurrent', target: 'selected' },
      invoke: {
        id: 'selectSystem',
        src: 'selectSystem',
        input: ({ context }) => ({ mitasId: context.mitasId }),
        onDone: {
          target: 'selected',
          actions: ['noteSelected', { type: 'recordAccount', params: ({ event }) => event.output }],
        },
        onError: { target: 'refused', actions: { type: 'setFailure', params: theEvent } },
      },
    },
    selected: { tags: 'busy', always: [{ guard: 'hasNoSocketUrl', target: 'asking' }, { target: 'open' }] },
    /** The person's list does not contain the system; ask the host whether it exists. */
    asking: {
      tags: 'busy',
      invoke: {
        id: 'checkSystem',
        src: 'checkSystem',
        input: ({ context }) => ({ mitasId: context.mitasId }),
        onDone: 'unauthorized',
        onError: { target: 'refused', actions: { type: 'setFailure', params: theEvent } },
      },
    },
    open: {
      entry: ['listen', 'listenToChanges', 'connect'],
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
          onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
        },
        {
          id: 'contactWindow',
          systemId: 'contactWindow',
          src: 'contactWindow',
          input: ({ context }) => ({ now: context.now }),
          onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
        },
        {
          id: 'fileExport',
          systemId: 'fileExport',
          src: 'fileExport',
          onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
        },
        {
          id: 'screen',
          src: 'screen',
          input: ({ context }) => ({ mitasId: context.mitasId }),
          onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
        },
        {
          id: 'notifications',
          src: 'notifications',
          input: ({ context, self }) => ({ mitasId: context.mitasId, now: hostClockIn(self.system, context.now) }),
          onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
        },
        {
          id: 'storageWatch',
          src: 'storageWatch',
          input: ({ context, self }) => ({ role: () => presentRole(journalIn(self.system).getSnapshot()) ?? context.role }),
          onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
        },
        {
          id: 'resources',
          src: 'resources',
          input: ({ context }) => ({ mitasId: context.mitasId, plans: sessionResources, isConnected: false }),
          onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
        },
      ],
      on: {
        'session.retry': { actions: { type: 'sendToLoaders', params: { word: { type: 'resources.retry' } } } },
        'token.renewed': { actions: 'passTokenOn' },
        'line.unauthorized': { actions: 'askForToken' },
        'line.refused': { target: 'refused', actions: { type: 'setSocketRefusal', params: theEvent } },
        'line.broken': { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
        'line.opened': { actions: 'announceLine' },
        'message.received': [
          {
            guard: { type: 'isInvalidation', params: theEvent },
            actions: { type: 'sendToLoaders', params: ({ event }) => ({ word: rules.invalidation(event.message) }) },
          },
          { actions: { type: 'recordMessage', params: theEvent } },
        ],
        'changes.reload': { actions: { type: 'sendToLoaders', params: ({ event }) => ({ word: rules.reload(event.scope) }) } },
        'resources.refused': {
          target: 'refused',
          actions: { type: 'setFailure', params: ({ event }) => ({ error: event.failure }) },
        },
        'resources.loaded': {
          guard: { type: 'isAccount', params: theEvent },
          actions: { type: 'reportAccount', params: theEvent },
        },
      },
      initial: 'loading',
      states: {
        loading: { tags: 'busy', on: { 'resources.shown': 'ready' } },
        ready: {
          tags: 'ready',
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'hasTimezoneToSet', target: 'settingTimezone' }, { target: 'settled' }] },
            settingTimezone: {
              invoke: {
                id: 'setTimezone',
                src: 'setTimezone',
                input: ({ context }) => ({ timezone: context.timezone ?? '' }),
                onDone: { target: 'settled', actions: 'recordTimezone' },
                onError: { target: 'settled', actions: { type: 'notifyTimezoneFailed', params: theEvent } },
              },
            },
            settled: { entry: 'noteTimezone' },
          },
        },
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
      on: { 'session.retry': 'selecting' },
      invoke: { id: 'comeback', src: 'comeback', input: ({ context }) => context, onDone: 'selecting', onError: 'failed' },
    },
    unauthorized: { tags: ['failed', 'unauthorized'] },
    unknown: { tags: ['failed', 'unknown'] },
    failed: {
      tags: 'failed',
      on: { 'session.retry': 'selecting' },
      invoke: { id: 'comeback', src: 'comeback', input: ({ context }) => context, onDone: 'selecting', onError: 'broken' },
    },
    /** A session cannot go on without its journal; it must be opened again. */
    broken: { tags: 'failed' },
  },
});

export type HostSessionMachine = typeof hostSessionMachine;
export type HostSessionRef = ActorRefFrom<HostSessionMachine>;
