import { assign, type SnapshotFrom, setup } from 'xstate';
import { theEvent } from '../support/the-event.ts';

/** The pause (ms) after which a text applies. */
export type TypingInput = { restMs: number };

export type TypingEvent = { type: 'text.typed'; text: string };

/** A text that a person types; it applies after a pause in typing. */
export const typingMachine = setup({
  types: {} as {
    context: TypingInput & { text: string; times: number };
    events: TypingEvent;
    input: TypingInput;
    tags: 'busy' | 'ready';
  },
  actions: {
    take: assign((_, { text }: TypingEvent) => ({ text })),
    /** Applies the text: observers notice that the number changed. */
    settle: assign(({ context: { times } }) => ({ times: times + 1 })),
  },
  delays: { rest: ({ context }) => context.restMs },
}).createMachine({
  id: 'typing',
  context: ({ input }) => ({ ...input, text: '', times: 0 }),
  initial: 'rested',
  states: {
    rested: {
      tags: 'ready',
      on: { 'text.typed': { target: 'typing', actions: { type: 'take', params: theEvent } } },
    },
    typing: {
      tags: 'busy',
      on: { 'text.typed': { target: 'typing', reenter: true, actions: { type: 'take', params: theEvent } } },
      after: { rest: { target: 'rested', actions: 'settle' } },
    },
  },
});

/** Returns the text being typed; null after the pause. */
export function selectTyped(snapshot: SnapshotFrom<typeof typingMachine>): string | null {
  return snapshot.matches('typing') ? snapshot.context.text : null;
}
