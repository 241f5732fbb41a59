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
 * Alarms that this browser shows by itself while a page of the system is open (ALM-23). The wish is the
 * browser's, for all pages; of these one shows, the others wait for their turn.
 */
export const browserAlarmsMachine = setup({
  types: {} as {
    input: { mitasId: string };
    context: { mitasId: string; wish: AlarmWish };
    events: BrowserAlarmsEvent;
    tags: 'busy' | 'ready' | 'failed' | 'on';
  },
  actors: {
    /** Keeps the wish, and sends `wish.read`. */
    wishes: notProvidedCallback<WishCommand>(),
    /** Asks the browser, which asks the person once; resolves with whether it lets us. */
    askLeave: notProvided<boolean>(),
    /** Sends `turn.come` once no other page has the turn, and has it until it is stopped. */
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
    /** This browser shows nothing by itself, or not of a page that came like this one. */
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
    /** The person, or a rule of this computer, does not let us. */
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
        // Without it no page knows whether it is another's turn: none shows what two might.
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
    /** Nothing is shown until the page is loaded again. */
    broken: { tags: 'failed' },
  },
});

export type BrowserAlarmsMachine = typeof browserAlarmsMachine;
export type BrowserAlarmsRef = ActorRefFrom<BrowserAlarmsMachine>;
