import { type ActorRefFrom, type AnyActorRef, assign, setup } from 'xstate';
import { queueLimit } from '../../model/entities/notice.ts';
import { theEvent } from '../support/the-event.ts';

/** A message at the top that stays until closed (MSG-6). */
export type Banner = {
  message: string;
  variant: 'success' | 'error' | 'info';
  /** The key by which the banner can be retracted. */
  key?: string;
};

/** The systemId of the banner. */
export const bannerId = 'banner';
/** The key of the banner about the host's disk; it is retracted when the session ends. */
export const storageBanner = 'storage';

export type BannerEvent =
  | { type: 'banner.show'; banner: Banner }
  /** Removes the banner with this key, shown or queued, because its reason no longer exists. */
  | { type: 'banner.retract'; key: string }
  /** The person closes the banner. */
  | { type: 'banner.dismiss' };

/**
 * `banner` is kept during the closing transition, so that the strip does not become empty before it has
 * closed.
 */
export type BannerContext = { banner: Banner | null; queue: readonly Banner[] };

/** The duration of the strip's transition, in ms. */
const bannerTransitionMs = 150;

/** Shows banners one at a time (MSG-6): a new one closes the current one and opens after its transition. */
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

/** Returns the banner of an actor's system. */
export function bannerIn({ system }: { system: AnyActorRef['system'] }): BannerRef {
  return system.get(bannerId) as BannerRef;
}
