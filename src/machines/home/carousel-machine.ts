import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import { theEvent } from '../support/the-event.ts';

/**
 * What keeps the carousel from turning: the focus or the pointer is on it, a dialog is open over it, the
 * person wants no motion, or there is room for all slides side by side.
 */
type CarouselHold = 'focus' | 'pointer' | 'dialog' | 'motion' | 'room';

export type CarouselEvent =
  | { type: 'carousel.next' }
  | { type: 'carousel.back' }
  | { type: 'hold.changed'; by: CarouselHold; isHeld: boolean };

export type CarouselInput = { slides: number };

export type CarouselContext = CarouselInput & { slide: number; held: Readonly<Record<CarouselHold, boolean>> };

/** How long each slide stands (NAV-23). */
const carouselMs = 10_000;

/**
 * NAV-23: turns by itself until somebody uses Next or Back, and not while it is held: what somebody reads
 * does not go away under them.
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

/** Which slide is shown, counted from 0. */
export function selectSlide({ context }: SnapshotFrom<typeof carouselMachine>): number {
  return context.slide;
}
