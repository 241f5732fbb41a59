import { type ActorRefFrom, assign, setup } from 'xstate';

/** A message that stays at the top until it is closed (spec §2 Shell, §4). */
export type Banner = { message: string; variant: 'success' | 'error' | 'info' };

export type BannerEvent =
  | { type: 'banner.show'; banner: Banner }
  /** The person closes it. */
  | { type: 'banner.dismiss' };

/** `banner` stays during the way out, so that the strip does not empty before it is gone. */
export type BannerContext = { banner: Banner | null; queue: readonly Banner[] };

/** How long the strip takes to come or go, in ms (look.md, Motion). */
const bannerTransitionMs = 150;

/** More than this may not wait: the oldest goes. */
const queueLimit = 20;

/** Banners (spec §4): a new one while one is open closes that and waits for it to be gone; then it is shown. */
export const bannerMachine = setup({
  types: {
    context: {} as BannerContext,
    events: {} as BannerEvent,
    tags: {} as 'open',
  },
  actions: {
    enqueue: assign(({ context }, { banner }: { banner: Banner }) => ({ queue: [...context.queue, banner].slice(-queueLimit) })),
    takeNext: assign(({ context }) => ({ banner: context.queue[0] ?? null, queue: context.queue.slice(1) })),
    forget: assign({ banner: null }),
  },
  guards: { hasWaiting: ({ context }) => context.queue.length > 0 },
  delays: { TRANSITION: bannerTransitionMs },
}).createMachine({
  id: 'banner',
  context: { banner: null, queue: [] },
  initial: 'closed',
  on: {
    'banner.show': { actions: { type: 'enqueue', params: ({ event }) => event } },
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
        'banner.show': { target: 'closing', actions: { type: 'enqueue', params: ({ event }) => event } },
        'banner.dismiss': 'closing',
      },
    },
    closing: { after: { TRANSITION: 'closed' } },
  },
});

export type BannerRef = ActorRefFrom<typeof bannerMachine>;
