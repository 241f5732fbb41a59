import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import { type AlarmWish, isWished } from '../../model/alarms/browser-alarms.ts';
import type { Alarm } from '../../model/entities/alarm.ts';
import { notProvided, notProvidedAction, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { BrowserAlarmsEvent, WishCommand } from './browser-alarms-events.ts';
import { raisedAlarms } from './raised-alarms.ts';

type Wished = { wish: AlarmWish };
type Read = { isAllowed: boolean | null } & Wished;

/**
 * Shows alarms as browser notifications while a page of the system is open (ALM-23). The choice belongs to
 * the browser, for all pages. One page shows the notifications; the others wait for their turn.
 */
export const browserAlarmsMachine = setup({
  types: {} as {
    input: { mitasId: string };
    context: { mitasId: string; wish: AlarmWish };
    events: BrowserAlarmsEvent;
    tags: 'busy' | 'ready' | 'failed' | 'on';
  },
  actors: {
    /**
     * Sends the stored choice as `wish.read`, at the start and whenever another tab changes it. Stores a
     * choice on `wish.keep`.
     */
    wishes: notProvidedCallback<WishCommand>(),
    /**
     * Requests the browser's permission, for which the browser asks the person once; resolves with whether it
     * is granted.
     */
    askLeave: notProvided<boolean>(),
    /** Waits until no other page has the turn, sends `turn.come`, and keeps the turn until stopped. */
    turn: notProvidedCallback<{ type: 'none' }, { mitasId: string }>(),
    raisedAlarms,
  },
  actions: {
    noteWish: assign((_, { wish }: Wished) => ({ wish })),
    keepWish: sendTo('wishes', ({ context: { wish } }) => ({ type: 'wish.keep', wish })),
    show: notProvidedAction<{ alarms: readonly Alarm[] }>(),
  },
  guards: {
    isNone: (_, { wish }: Wished) => wish === 'none',
    isImpossible: (_, { isAllowed }: Read) => isAllowed === null,
    isRefused: (_, { isAllowed }: Read) => isAllowed !== true,
    isLet: (_, { output }: { output: boolean }) => output,
  },
}).createMachine({
  id: 'browserAlarms',
  context: ({ input: { mitasId } }) => ({ mitasId, wish: 'none' }),
  invoke: { id: 'wishes', src: 'wishes', onError: '.broken' },
  initial: 'reading',
  on: {
    'wish.read': [
      { guard: { type: 'isImpossible', params: theEvent }, target: '.impossible' },
      {
        guard: { type: 'isNone', params: theEvent },
        target: '.off',
        actions: { type: 'noteWish', params: theEvent },
      },
      { guard: { type: 'isRefused', params: theEvent }, target: '.refused' },
      { target: '.on', actions: { type: 'noteWish', params: theEvent } },
    ],
  },
  states: {
    reading: { tags: 'busy' },
    /** The browser cannot show notifications, at least for this page's origin. */
    impossible: { tags: 'failed' },
    off: {
      tags: 'ready',
      on: {
        'wish.choose': [
          { guard: { type: 'isNone', params: theEvent } },
          { target: 'asking', actions: { type: 'noteWish', params: theEvent } },
        ],
      },
    },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'askLeave',
        src: 'askLeave',
        onDone: [{ guard: { type: 'isLet', params: theEvent }, target: 'on', actions: 'keepWish' }, { target: 'refused' }],
        onError: 'refused',
      },
    },
    /** The person or a policy of this computer denies notifications. */
    refused: {
      tags: 'failed',
      on: {
        'wish.choose': [
          {
            guard: { type: 'isNone', params: theEvent },
            target: 'off',
            actions: [{ type: 'noteWish', params: theEvent }, 'keepWish'],
          },
          { target: 'asking', actions: { type: 'noteWish', params: theEvent } },
        ],
      },
    },
    on: {
      tags: ['ready', 'on'],
      initial: 'waiting',
      invoke: [
        // If the actor for turns fails, two pages might show the same alarm, so this page shows none.
        { id: 'turn', src: 'turn', input: ({ context: { mitasId } }) => ({ mitasId }), onError: 'broken' },
        { id: 'raisedAlarms', src: 'raisedAlarms', onError: 'broken' },
      ],
      on: {
        'wish.choose': [
          {
            guard: { type: 'isNone', params: theEvent },
            target: 'off',
            actions: [{ type: 'noteWish', params: theEvent }, 'keepWish'],
          },
          { actions: [{ type: 'noteWish', params: theEvent }, 'keepWish'] },
        ],
        'wish.read': [
          {
            guard: { type: 'isNone', params: theEvent },
            target: 'off',
            actions: { type: 'noteWish', params: theEvent },
          },
          { guard: { type: 'isRefused', params: theEvent }, target: 'refused' },
          { actions: { type: 'noteWish', params: theEvent } },
        ],
      },
      states: {
        waiting: { on: { 'turn.come': 'showing' } },
        showing: {
          on: {
            'alarms.raised': {
              actions: {
                type: 'show',
                params: ({ context: { wish }, event: { alarms } }) => ({
                  alarms: alarms.filter((alarm) => isWished(wish, alarm)),
                }),
              },
            },
          },
        },
      },
    },
    /** No notifications until the page is reloaded. */
    broken: { tags: 'failed' },
  },
});

export type BrowserAlarmsMachine = typeof browserAlarmsMachine;
export type BrowserAlarmsRef = ActorRefFrom<BrowserAlarmsMachine>;
