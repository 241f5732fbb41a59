import { type ActorRefFrom, type AnyActorRef, assign, setup } from 'xstate';
import { queueLimit } from '../../model/entities/notice.ts';
import { theEvent } from '../support/the-event.ts';

/** A message that stays at the top until it is closed (MSG-6). */
export type Banner = {
  message: string;
  variant: 'success' | 'error' | 'info';
  /** Names what can be taken back when it has lost its point. */
  key?: string;
};

/** The systemId of the one banner. */
export const bannerId = 'banner';
/** The key of the banner about the host's disk, which goes with the session that received its state. */
export const storageBanner = 'storage';

export type BannerEvent =
  | { type: 'banner.show'; banner: Banner }
  /** What it reported is over: it goes, shown or waiting. */
  | { type: 'banner.retract'; key: string }
  /** The person closes it. */
  | { type: 'banner.dismiss' };

/** `banner` stays during the way out, so that the strip does not empty before it is gone. */
export type BannerContext = { banner: Banner | null; queue: readonly Banner[] };

/** How long the strip takes to come or go, in ms. */
const bannerTransitionMs = 150;

/** Banners (MSG-6): a new one while one is open closes that and waits for it to be gone; then it is shown. */
export const bannerMachine = setup({
  types: {} as {
    context: BannerContext;
    events: BannerEvent;
    tags: 'open';
  },
  actions: {
    enqueue: assign(({ context }, { banner }: { banner: Banner }) => ({ queue: [...context.queue, banner].slice(-queueLimit) })),
    takeNext: assign(({ context }) => ({ banner: context.queue[0] ?? null, queue: context.queue.slice(1) })),
    forget: assign({ banner: null }),
    dequeue: assign(({ context }, { key }: { key: string }) => ({ queue: context.queue.filter((banner) => banner.key !== key) })),
  },
  guards: {
    hasWaiting: ({ context }) => context.queue.length > 0,
    isShown: ({ context }, { key }: { key: string }) => context.banner?.key === key,
  },
  delays: { transition: bannerTransitionMs },
}).createMachine({
  id: 'banner',
  context: { banner: null, queue: [] },
  initial: 'closed',
  on: {
    'banner.show': { actions: { type: 'enqueue', params: theEvent } },
    'banner.retract': { actions: { type: 'dequeue', params: theEvent } },
  },
  states: {
    closed: {
      entry: 'forget',
      always: { guard: 'hasWaiting', target: 'open' },
    },
    open: {
      tags: 'open',
      entry: 'takeNext',
      on: {
        'banner.show': { target: 'closing', actions: { type: 'enqueue', params: theEvent } },
        'banner.retract': {
          guard: { type: 'isShown', params: theEvent },
          target: 'closing',
          actions: { type: 'dequeue', params: theEvent },
        },
        'banner.dismiss': 'closing',
      },
    },
    closing: { after: { transition: 'closed' } },
  },
});

export type BannerRef = ActorRefFrom<typeof bannerMachine>;

/** The banner of an actor's system. */
export function bannerIn({ system }: { system: AnyActorRef['system'] }): BannerRef {
  return system.get(bannerId) as BannerRef;
}
