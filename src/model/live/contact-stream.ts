import type { Incoming, IncomingOf, OutgoingOf } from '../contract/socket-messages.ts';
import type { Contact } from '../entities/contact.ts';
import type { AskingStream, Following, Lacking, Restoring, Sought, StreamState, Unbegun } from './contact-stream-state.ts';
import { keptMs } from './contact-window.ts';
import {
  giveUp,
  hasGap,
  type PositionTracker,
  type Tracked,
  trackAnew,
  trackBatch,
  trackFrom,
  trackHead,
} from './position-tracker.ts';

/**
 * Where one console stands in its system's contacts: a plain value without a single contact in it. Times are
 * the host's clock in ms, because a page's clock may be minutes off.
 */
export type ContactStream = {
  /** The number of the last `subscribe`; 0 before the first. */
  readonly ask: number;
  readonly hostTime: number | null;
  /**
   * From this time on contacts are missing for good (the gap was too long), while they would still be in the
   * window.
   */
  readonly incompleteSince: number | null;
  /** True once the time before this page began to receive is asked for too (LIVE-25). */
  readonly wantsPast: boolean;
  readonly state: StreamState;
};

const unbegun: Unbegun = { name: 'unbegun' };

export const untouchedStream: ContactStream = {
  ask: 0,
  hostTime: null,
  incompleteSince: null,
  wantsPast: false,
  state: unbegun,
};

/**
 * `asked`: no answer yet. `restoring`: contacts come from storage. `missing`: contacts of known positions are
 * to come, or storage has to be asked again. `whole`: nothing is missing.
 */
export type StreamStatus = 'asked' | 'restoring' | 'missing' | 'whole';

export function streamStatus({ state }: ContactStream): StreamStatus {
  switch (state.name) {
    case 'unbegun':
    case 'asking':
      return 'asked';
    case 'following':
      return hasGap(state.tracker) ? 'missing' : 'whole';
    case 'lacking':
      return 'missing';
    case 'restoring':
      return 'restoring';
  }
}

/** True while all that is to come was heard before this page began to receive: nothing was lost (LIVE-34). */
export function seeksPast({ state }: ContactStream): boolean {
  const known = state.name === 'asking' ? state.before : state;
  return 'sought' in known && known.sought !== 'gap';
}

/** True where the newest contacts are here, whatever is to come of those before. */
export function isCurrent({ state }: ContactStream): boolean {
  const known = state.name === 'asking' ? state.before : state;
  if (known.name === 'unbegun' || hasGap(known.tracker)) return false;
  return known.name === 'following' ? state.name !== 'asking' : known.sought === 'past';
}

/** True when a subscription continues something: what came meanwhile is missing until it has been fetched. */
export function hasBegun({ state }: ContactStream): boolean {
  return trackerOf(state) !== null;
}

/**
 * A number that changes when the missing contacts come nearer; contacts that only come on top do not change
 * it.
 */
export function progressOf({ state }: ContactStream): number {
  const known = state.name === 'asking' ? state.before : state;
  if (known.name === 'unbegun') return 0;
  return known.name === 'following' ? known.tracker.next : (known.replay?.next ?? 0);
}

/**
 * True where what was heard before this page began to receive has to be asked for once somebody wants to see
 * it. `hasAll`: everything came that the window keeps.
 */
export function lacksPast({ wantsPast, state }: ContactStream, hasAll: boolean): boolean {
  return !wantsPast && !hasAll && state.name !== 'restoring';
}

/** The same stream, of which the past is wanted too (LIVE-25): the next subscription asks storage for it. */
export function wantPast(stream: ContactStream, hasAll: boolean): ContactStream {
  const wanting: ContactStream = { ...stream, wantsPast: true };
  const { state } = stream;
  const known = state.name === 'asking' ? state.before : state;
  if (known.name === 'unbegun' || !lacksPast(stream, hasAll)) return wanting;
  const sought = isCurrent(stream) ? 'past' : 'gap';
  return withState(wanting, { name: 'lacking', tracker: known.tracker, replay: null, sought });
}

/** The next `subscribe`, which asks for what came since, and the stream that waits for its answer. */
export function askForContacts(stream: ContactStream): { stream: ContactStream; message: OutgoingOf<'subscribe'> } {
  const ask = stream.ask + 1;
  const before = withoutAnswer(stream.state);
  const message: OutgoingOf<'subscribe'> = { type: 'subscribe', payload: 'receivers', ask };
  if (asksStorage(stream, before)) message.since = sinceOf(stream);
  if (before.name === 'following') message.after = { epoch: before.tracker.epoch, position: before.tracker.next - 1 };
  const continued = before.name === 'lacking' ? { ...before, replay: null } : before;
  return { stream: { ...stream, ask, state: { name: 'asking', before: continued } }, message };
}

/** The connection is gone, and with it whatever it was still to answer: what comes now is lost. */
export function stopAsking(stream: ContactStream): ContactStream {
  const state = withoutAnswer(stream.state);
  return { ...stream, state: state.name === 'lacking' ? { ...state, sought: 'gap' } : state };
}

/** A stream that knows nothing any more but how often it asked, and the host's time. */
export function forgetContacts({ ask, hostTime }: ContactStream): ContactStream {
  return { ...untouchedStream, ask, hostTime };
}

/** True where an answer that continues nothing comes from storage. */
function asksStorage({ wantsPast }: ContactStream, before: AskingStream['before']): boolean {
  return wantsPast || before.name !== 'unbegun';
}

function withoutAnswer(state: StreamState): AskingStream['before'] {
  if (state.name === 'asking') return state.before;
  return state.name === 'restoring' ? { ...state, name: 'lacking' } : state;
}

/** As far back as the window keeps: contacts heard long before the gap may have been added during it. */
function sinceOf({ hostTime }: ContactStream): number {
  return Math.max(0, (hostTime ?? 0) - keptMs);
}

/**
 * An answer from storage that has ended: since when (ms) the host sent what it has, and whether that was all.
 * `hasNewest`: what is missing of the newest comes live, even where it was not.
 */
export type Refill = { readonly since: number; readonly complete: boolean; readonly hasNewest: boolean };

/**
 * What a message brought: the stream afterwards, and the contacts that are new. `refill` where it
 * ended an answer from storage; `reached` where that goes on: since when (ms) all of it is here already.
 */
export type Received = {
  readonly stream: ContactStream;
  readonly fresh: readonly Contact[];
  readonly refill: Refill | null;
  readonly reached: number | null;
};

/** Receives a message of the line; those that do not concern contacts change nothing. */
export function receive(stream: ContactStream, message: Incoming): Received {
  switch (message.type) {
    case 'contact':
      return receiveContacts(stream, message);
    case 'heartbeat':
      return received(receiveHeartbeat(stream, message.payload));
    case 'subscribed':
      return received(receiveAnswer(stream, message.payload));
    case 'gapFilled':
      return receiveEnd(stream, message.payload);
    case 'dropped':
      return received(receiveDrop(stream, message.payload));
    case 'invalidate':
    case 'changed':
    case 'newRxState':
    case 'newRxModel':
    case 'rxInfo':
    case 'rxHeard':
    case 'rxContacts':
    case 'replayed':
    case 'commandAck':
    case 'commandStatus':
    case 'refused':
      return received(stream);
  }
}

function received(stream: ContactStream, fresh: readonly Contact[] = []): Received {
  return { stream, fresh, refill: null, reached: null };
}

function receiveContacts(stream: ContactStream, message: IncomingOf<'contact'>): Received {
  const { payload, at, stored } = message;
  const contacts = Array.isArray(payload) ? payload : [payload];
  if (stored) return receiveStored(stream, contacts, stored);
  if (!at) return received(stream, contacts);
  const tracker = trackerOf(stream.state);
  // Contacts that overtook the answer to our subscription: by that answer they are missing, and asked for
  // again.
  if (tracker?.epoch !== at.epoch) return received(stream);
  const tracked = trackBatch(tracker, at.from, contacts.length);
  return received(withTracker(stream, tracked.tracker), freshOf(contacts, tracked));
}

type StoredPlace = NonNullable<IncomingOf<'contact'>['stored']>;

function receiveStored(stream: ContactStream, contacts: readonly Contact[], at: StoredPlace): Received {
  const { state } = stream;
  const known = state.name === 'asking' ? state.before : state;
  if (known.name !== 'lacking' && known.name !== 'restoring') return received(stream, contacts);
  const replay = known.replay?.epoch === at.replay ? known.replay : trackFrom(at.replay, 1, 0);
  const tracked = trackBatch(replay, at.from, contacts.length);
  const reached = reachedBy(state, tracked.tracker, at);
  const sought = reached === null ? known.sought : 'past';
  const fresh = freshOf(contacts, tracked);
  return { ...received(withState(stream, { ...known, replay: tracked.tracker, sought }), fresh), reached };
}

/**
 * Since when (ms) all is here that storage has to send, once a part of the answer came: the newest of it
 * comes first. Null where a part before it was lost. Of a gap only the end tells.
 */
function reachedBy(state: StreamState, replay: PositionTracker, { since }: StoredPlace): number | null {
  if (since === undefined || state.name !== 'restoring' || state.sought === 'gap') return null;
  return hasGap(replay) ? null : since;
}

function freshOf(contacts: readonly Contact[], { fresh }: Tracked): readonly Contact[] {
  const [first] = fresh;
  if (fresh.length === 1 && first && first.end - first.start === contacts.length) return contacts;
  return fresh.flatMap(({ start, end }) => contacts.slice(start, end));
}

function receiveHeartbeat(stream: ContactStream, { ts, at }: IncomingOf<'heartbeat'>['payload']): ContactStream {
  const tracker = trackerOf(stream.state);
  const headed = at && tracker?.epoch === at.epoch ? withTracker(stream, trackHead(tracker, at.next)) : stream;
  const isOver = stream.incompleteSince !== null && stream.incompleteSince < ts - keptMs;
  return { ...headed, hostTime: ts, incompleteSince: isOver ? null : stream.incompleteSince };
}

function receiveAnswer(stream: ContactStream, answer: IncomingOf<'subscribed'>['payload']): ContactStream {
  const { state } = stream;
  if (state.name !== 'asking' || answer.ask !== stream.ask) return stream;
  const { before } = state;
  const tracker = trackAnew(trackerOf(before), answer.epoch, answer.next, answer.head);
  const replay = before.name === 'lacking' ? before.replay : null;
  if (asksStorage(stream, before) && !answer.resumed)
    return { ...stream, state: { name: 'restoring', tracker, replay, sought: soughtBy(before, answer) } };
  return { ...stream, state: before.name === 'lacking' ? { ...before, tracker } : { name: 'following', tracker } };
}

/** What the host sends from storage: none of the newest where live contacts go on after those that came. */
function soughtBy(before: AskingStream['before'], { epoch, next }: IncomingOf<'subscribed'>['payload']): Sought {
  if (before.name === 'unbegun') return 'all';
  if (before.name === 'following' || before.sought === 'gap') return 'gap';
  const goesOn = before.tracker.epoch === epoch && next <= before.tracker.next;
  return goesOn ? before.sought : 'all';
}

function receiveEnd(stream: ContactStream, end: IncomingOf<'gapFilled'>['payload']): Received {
  const { state } = stream;
  if (state.name !== 'restoring' || end.ask !== stream.ask) return received(stream);
  const hasAll = end.contacts === 0 || (state.replay?.epoch === end.replay && state.replay.next === end.contacts + 1);
  if (!hasAll) return received({ ...stream, state: { ...state, name: 'lacking' } });
  const { since, complete } = end;
  const incompleteSince = complete ? stream.incompleteSince : since;
  const whole: ContactStream = { ...stream, incompleteSince, state: { name: 'following', tracker: state.tracker } };
  return { ...received(whole), refill: { since, complete, hasNewest: state.sought === 'past' } };
}

function receiveDrop(stream: ContactStream, dropped: IncomingOf<'dropped'>['payload']): ContactStream {
  const { state } = stream;
  const known = state.name === 'asking' ? state.before : state;
  if (known.name === 'unbegun' || known.tracker.epoch !== dropped.epoch) return stream;
  const replay = known.name === 'following' ? null : known.replay;
  return withState(stream, { name: 'lacking', tracker: giveUp(known.tracker, dropped), replay, sought: 'gap' });
}

function trackerOf(state: StreamState): PositionTracker | null {
  const known = state.name === 'asking' ? state.before : state;
  return known.name === 'unbegun' ? null : known.tracker;
}

/** The stream with other positions, where it has any. */
function withTracker(stream: ContactStream, tracker: PositionTracker): ContactStream {
  const { state } = stream;
  const known = state.name === 'asking' ? state.before : state;
  return known.name === 'unbegun' || known.tracker === tracker ? stream : withState(stream, { ...known, tracker });
}

/** The stream with another state, which an answer that is still to come continues. */
function withState(stream: ContactStream, state: Following | Lacking | Restoring): ContactStream {
  if (stream.state.name !== 'asking') return { ...stream, state };
  return { ...stream, state: { name: 'asking', before: state.name === 'restoring' ? { ...state, name: 'lacking' } : state } };
}
