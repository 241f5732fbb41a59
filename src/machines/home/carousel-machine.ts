import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import { theEvent } from '../support/the-event.ts';

/**
 * Why the carousel does not turn: it has the focus or the pointer, a dialog covers it, the person prefers no
 * motion, or all slides fit side by side.
 */
type CarouselHold = 'focus' | 'pointer' | 'dialog' | 'motion' | 'room';

export type CarouselEvent =
  | { type: 'carousel.next' }
  | { type: 'carousel.back' }
  | { type: 'hold.changed'; by: CarouselHold; isHeld: boolean };

export type CarouselInput = { slides: number };

export type CarouselContext = CarouselInput & { slide: number; held: Readonly<Record<CarouselHold, boolean>> };

/** How long each slide is shown (NAV-23). */
const carouselMs = 10_000;

/**
 * Turns by itself until the person uses Next or Back, and not while it is held, so that slides do not change
 * while being read (NAV-23).
 */
export const carouselMachine = setup({
  types: {} as {
    input: CarouselInput;
    context: CarouselContext;
    events: CarouselEvent;
  },
  actions: {
    turn: assign(({ context: { slide, slides } }, { by }: { by: 1 | -1 }) => ({ slide: (slide + by + slides) % slides })),
    noteHold: assign(({ context: { held } }, { by, isHeld }: { by: CarouselHold; isHeld: boolean }) => ({
      held: { ...held, [by]: isHeld },
    })),
  },
  guards: {
    isHeld: ({ context: { held } }) => Object.values(held).includes(true),
    isLetGo: ({ context: { held } }) => !Object.values(held).includes(true),
  },
  delays: { turning: carouselMs },
}).createMachine({
  id: 'carousel',
  context: ({ input }) => ({
    ...input,
    slide: 0,
    held: { focus: false, pointer: false, dialog: false, motion: false, room: false },
  }),
  initial: 'playing',
  on: {
    'hold.changed': { actions: { type: 'noteHold', params: theEvent } },
    'carousel.next': { target: '.stopped', actions: { type: 'turn', params: { by: 1 } } },
    'carousel.back': { target: '.stopped', actions: { type: 'turn', params: { by: -1 } } },
  },
  states: {
    playing: {
      always: { guard: 'isHeld', target: 'held' },
      after: { turning: { target: 'playing', reenter: true, actions: { type: 'turn', params: { by: 1 } } } },
    },
    held: { always: { guard: 'isLetGo', target: 'playing' } },
    stopped: {},
  },
});

export type CarouselRef = ActorRefFrom<typeof carouselMachine>;

/** Returns the index of the shown slide, from 0. */
export function selectSlide({ context }: SnapshotFrom<typeof carouselMachine>): number {
  return context.slide;
}
