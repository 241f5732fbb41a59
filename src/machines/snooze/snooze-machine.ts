import { type ActorRefFrom, assign, setup } from 'xstate';
import { type SnoozeChoice, snoozeEnd } from '../../model/alarms/snooze.ts';
import type { Edit } from '../../model/journal/edits.ts';
import { snoozeEdits } from '../../model/journal/snooze-edits.ts';
import { notProvidedAction } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { SnoozeContext, SnoozeEvent, SnoozeInput } from './snooze-events.ts';

/**
 * Snoozes receivers or ends a snooze (ALM-12). The person chooses how long; an end that is past or too far
 * ahead is refused here. The choice becomes an edit of the session's operations, which show it at once,
 * revert it if the host refuses, and outlive the form.
 */
export const snoozeMachine = setup({
  types: {} as {
    input: SnoozeInput;
    context: SnoozeContext;
    events: SnoozeEvent;
    tags: 'dated' | 'failed';
  },
  actions: {
    /** Sends edits to the session's operations; provided by the view, which knows them. */
    ask: notProvidedAction<{ edits: readonly Edit[] }>(),
    close: notProvidedAction<unknown>(),
    noteChoice: assign((_, { choice }: { choice: SnoozeChoice }) => ({ choice, trouble: null })),
    noteDate: assign((_, { date }: { date: number | null }) => ({ date, trouble: null })),
    judge: assign(({ context: { choice, date, now, times } }) => {
      const end = snoozeEnd(choice, { date, now: now(), times });
      return end.ok ? { until: end.value, trouble: null } : { until: null, trouble: end.reason };
    }),
  },
  guards: {
    isDated: (_, { choice }: { choice: SnoozeChoice }) => choice === 'date',
    isRefused: ({ context }) => context.until === null,
  },
}).createMachine({
  id: 'snooze',
  context: ({ input }) => ({ ...input, choice: 'hour', date: null, until: null, trouble: null }),
  initial: 'choosing',
  states: {
    choosing: {
      initial: 'lasting',
      on: {
        'snooze.choose': [
          {
            guard: { type: 'isDated', params: theEvent },
            target: '.dated',
            actions: { type: 'noteChoice', params: theEvent },
          },
          { target: '.lasting', actions: { type: 'noteChoice', params: theEvent } },
        ],
        'snooze.set': 'judging',
        'snooze.end': 'ended',
        'snooze.cancel': 'left',
      },
      states: {
        /** The snooze is to last for a chosen duration from now. */
        lasting: {},
        /** The snooze is to last until a chosen date and time. */
        dated: {
          tags: 'dated',
          initial: 'fresh',
          on: { 'snooze.date': { target: '.fresh', actions: { type: 'noteDate', params: theEvent } } },
          states: { fresh: {}, refused: { tags: 'failed' } },
        },
      },
    },
    judging: { entry: 'judge', always: [{ guard: 'isRefused', target: 'choosing.dated.refused' }, { target: 'snoozed' }] },
    snoozed: { type: 'final', entry: [{ type: 'ask', params: ({ context }) => ({ edits: editsOf(context) }) }, 'close'] },
    ended: { type: 'final', entry: [{ type: 'ask', params: ({ context }) => ({ edits: editsOf(context) }) }, 'close'] },
    left: { type: 'final', entry: 'close' },
  },
});

/**
 * Returns the edits to make. In an expired system they are final, because ending a snooze cannot be undone
 * there (SYS-15).
 */
function editsOf({ mitasId, receivers, until, times, hasExpired }: SnoozeContext): Edit[] {
  const untilText = until === null ? '' : `${times.stamp(until).slice(0, 16)} ${times.zone(until)}`;
  return snoozeEdits(mitasId, receivers, { until, untilText, isFinal: hasExpired() });
}

export type SnoozeRef = ActorRefFrom<typeof snoozeMachine>;
