import { type ActorRefFrom, type AnyActorRef, assign, sendTo, setup, type SnapshotFrom } from 'xstate';
import type { Incoming } from '../../model/contract/socket-messages.ts';
import { ContactWindow } from '../../model/live/contact-window.ts';
import {
  contactsHeard,
  fillGauge,
  type CountHeard,
  type Gauge,
  type GaugeReading,
  gaugeWindowMs,
  hearHost,
  readGauge,
  startGauge,
  turnGauge,
} from '../../model/live/gauge.ts';
import { hostClockOffset } from '../../model/live/host-clock.ts';
import { pointsWith, recordedAt, type ReplayPoint } from '../../model/live/replay-times.ts';
import type { ContactsReceived } from '../socket/contact-feed-events.ts';
import type { SocketDelivery, Subscription } from '../socket/socket-events.ts';
import { socketId } from '../socket/socket-id.ts';
import { ByReference } from './by-reference.ts';
import { actorIn } from '../support/actor-in.ts';
import { theEvent } from '../support/the-event.ts';

/** The systemId of a host session's contact window. */
export const contactWindowId = 'contactWindow';

/** `now` returns ms since the epoch. */
export type ContactWindowInput = { now: () => number };

export type ContactWindowContext = ContactWindowInput & {
  /** How far the host's clock is ahead of `now` (ms); null until the host has sent its time. */
  hostOffset: number | null;
  contents: ByReference<ContactWindow>;
  /** The contents' version at the last notification of observers. */
  version: number;
  gauge: Gauge;
  /** For a replay: when the contacts it has played were recorded; otherwise empty. */
  replayed: readonly ReplayPoint[];
};

export type ContactWindowEvent =
  | SocketDelivery
  /** A view is paused: the contacts it shows (`from` to `to`, ms) are kept, whatever their age. */
  | { type: 'window.hold'; from: number; to: number }
  | { type: 'window.release' }
  /** The number of stored contacts of the past minute. */
  | { type: 'gauge.filled'; perMinute: number };

/** Observers are notified at most 20 times a second (LIVE-15). */
const flushMs = 50;

/**
 * Owns the session's contacts of the last five minutes and the gauge (LIVE-3, LIVE-15). Contacts go straight
 * into a mutable window outside the context; observers watch `version`, which changes at most 20 times a
 * second.
 */
export const contactWindowMachine = setup({
  types: {} as {
    input: ContactWindowInput;
    context: ContactWindowContext;
    events: ContactWindowEvent;
    tags: 'ready';
  },
  actions: {
    subscribe: sendTo(
      ({ system }) => system.get(socketId),
      ({ self }) =>
        ({ type: 'subscription.added', subscriber: self, types: ['contact', 'heartbeat', 'replayed'] }) satisfies Subscription & {
          type: string;
        },
    ),
    append: ({ context }, { contacts }: ContactsReceived) => context.contents.value.append(contacts, hostNow(context)),
    fillGauge: assign(({ context: { gauge } }, { perMinute }: { perMinute: number }) => ({ gauge: fillGauge(gauge, perMinute) })),
    hearHost: assign(({ context }) => ({ gauge: hearHost(context.gauge, context.now(), counter(context)) })),
    setClock: assign(({ context }, { message }: { message: Incoming }) =>
      message.type === 'heartbeat' ? { hostOffset: hostClockOffset(context.hostOffset, message.payload.ts, context.now()) } : {},
    ),
    noteReplayed: assign(({ context }, { message }: { message: Incoming }) =>
      message.type === 'replayed'
        ? { replayed: pointsWith(context.replayed, message.payload, (ts) => context.contents.value.isHeld(ts)) }
        : {},
    ),
    publish: assign({ version: ({ context }) => context.contents.value.version }),
    turnGauge: assign({ gauge: ({ context }) => turnGauge(context.gauge, context.now(), counter(context)) }),
    evict: ({ context }) => context.contents.value.evict(hostNow(context)),
    hold: ({ context }, { from, to }: { from: number; to: number }) => context.contents.value.holdFrom(from, to),
    release: ({ context }) => context.contents.value.release(),
  },
  delays: { flush: flushMs, gaugeWindow: gaugeWindowMs },
}).createMachine({
  id: 'contactWindow',
  context: ({ input: { now } }) => ({
    now,
    hostOffset: null,
    contents: new ByReference(new ContactWindow()),
    version: 0,
    gauge: startGauge(now()),
    replayed: [],
  }),
  type: 'parallel',
  entry: 'subscribe',
  on: {
    'message.received': {
      actions: [{ type: 'setClock', params: theEvent }, { type: 'noteReplayed', params: theEvent }, 'hearHost'],
    },
    'window.hold': { actions: { type: 'hold', params: theEvent } },
    'window.release': { actions: ['release', 'publish'] },
    'gauge.filled': { actions: { type: 'fillGauge', params: theEvent } },
  },
  states: {
    contents: {
      initial: 'settled',
      states: {
        settled: {
          tags: 'ready',
          on: {
            'contacts.received': {
              target: 'gathering',
              actions: [{ type: 'append', params: theEvent }, 'hearHost'],
            },
          },
        },
        gathering: {
          tags: 'ready',
          on: {
            'contacts.received': {
              actions: [{ type: 'append', params: theEvent }, 'hearHost'],
            },
          },
          after: { flush: { target: 'settled', actions: 'publish' } },
        },
      },
    },
    clock: {
      initial: 'running',
      states: {
        running: {
          after: { gaugeWindow: { target: 'running', reenter: true, actions: ['turnGauge', 'evict', 'publish'] } },
        },
      },
    },
  },
});

export type ContactWindowRef = ActorRefFrom<typeof contactWindowMachine>;
export type ContactWindowSnapshot = SnapshotFrom<typeof contactWindowMachine>;

/**
 * Returns the window, which is the same object for the whole session; redraw when the context's `version`
 * changes.
 */
export function selectContents({ context }: ContactWindowSnapshot): ContactWindow {
  return context.contents.value;
}

/** Returns when the contacts that a replay shows at `edge` were recorded (LIVE-33); null without a replay. */
export function selectRecordedAt({ context }: ContactWindowSnapshot, edge: number): number | null {
  return recordedAt(context.replayed, edge);
}

/** Returns the host's time as far as it is known, ms since the epoch; the live chart runs on it. */
export function hostNow({ now, hostOffset }: Pick<ContactWindowContext, 'now' | 'hostOffset'>): number {
  return now() + (hostOffset ?? 0);
}

function counter({ contents, hostOffset }: ContactWindowContext): CountHeard {
  return (end) => contactsHeard(contents.value, end + (hostOffset ?? 0));
}

/** Returns the contact window of an actor's session. Throws if there is none. */
export function contactWindowIn(system: AnyActorRef['system']): ContactWindowRef {
  return actorIn(system, contactWindowId);
}

/** Returns a clock with the host's time if the session's contact window knows it; otherwise `now`. */
export function hostClockIn(system: AnyActorRef['system'], now: () => number): () => number {
  return () => (system.get(contactWindowId) === undefined ? now() : hostNow(contactWindowIn(system).getSnapshot().context));
}

/** Returns the gauge's reading at the end of the last full 5 s (LIVE-11). */
export function selectGauge({ context }: ContactWindowSnapshot): GaugeReading {
  return readGauge(context.gauge);
}
