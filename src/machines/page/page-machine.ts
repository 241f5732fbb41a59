import { type EventObject, sendParent, setup } from 'xstate';
import { hiddenLimitMs } from '../../model/live/line-timing.ts';
import { type NoInput, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { PageReport, SurroundingsEvent } from './page-events.ts';

/**
 * Watches what happens around the page, passes it on, and reports when the page was hidden so long that its
 * line may close.
 */
export const pageMachine = setup({
  types: {} as { events: SurroundingsEvent; tags: 'ready' | 'failed' },
  actors: { surroundings: notProvidedCallback<EventObject, NoInput, SurroundingsEvent>() },
  actions: {
    passOn: sendParent((_, report: PageReport) => report),
    reportForgotten: sendParent({ type: 'page.forgotten' } satisfies PageReport),
  },
  delays: { hiddenLimit: hiddenLimitMs },
}).createMachine({
  id: 'page',
  initial: 'watched',
  states: {
    watched: {
      tags: 'ready',
      invoke: { id: 'surroundings', src: 'surroundings', onError: 'unwatched' },
      on: {
        'network.lost': { actions: { type: 'passOn', params: theEvent } },
        'network.returned': { actions: { type: 'passOn', params: theEvent } },
        'clock.jumped': { actions: { type: 'passOn', params: theEvent } },
        'page.shown': { target: '.shown', actions: { type: 'passOn', params: theEvent } },
      },
      initial: 'shown',
      states: {
        shown: { on: { 'page.hidden': 'hidden' } },
        hidden: { after: { hiddenLimit: { target: 'forgotten', actions: 'reportForgotten' } } },
        forgotten: {},
      },
    },
    /**
     * The actor that watches the page's surroundings failed; the line can still detect a broken connection by
     * itself.
     */
    unwatched: { tags: 'failed' },
  },
});
