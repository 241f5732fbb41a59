import type { Incoming, IncomingOf, OutgoingOf } from '../contract/socket-messages.ts';
import type { Contact } from '../entities/contact.ts';
import type { AskingStream, Following, Lacking, Restoring, WantedStored, StreamState, Unbegun } from './contact-stream-state.ts';
import { keptMs } from './contact-window.ts';
import {
  giveUp,
  hasGap,
  type PositionTracker,
  type Tracked,
  trackBatch,
  trackFrom,
  trackHead,
  trackResumed,
} from './position-tracker.ts';

/**
 * Which of its system's contacts a console has and which are missing. A plain value without the contacts
 * themselves. Times are in ms by the host's clock, because a page's clock may be minutes off.
 */
export type ContactStream = {
  /** The number of the last `subscribe`; 0 before the first. */
  readonly ask: number;
  readonly hostTime: number | null;
  /**
   * Contacts after this time are missing for good, because the gap was too long. Null if none are, or once
   * the window no longer reaches back to this time.
   */
  readonly incompleteSince: number | null;
  /** True once contacts heard before this page began to receive are needed too (LIVE-25). */
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
 * `asked`: no answer yet. `restoring`: contacts are coming from storage. `missing`: contacts of known
 * positions are still to come, or storage must be asked again. `whole`: nothing is missing.
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

/**
 * Returns true while the page waits for contacts heard before it began to receive, and has lost none
 * (LIVE-34).
 */
export function seeksPast({ state }: ContactStream): boolean {
  const known = state.name === 'asking' ? state.before : state;
  return 'wanted' in known && known.wanted !== 'gap';
}

/** Returns true if the newest contacts have arrived, even if older ones are still to come. */
export function isCurrent({ state }: ContactStream): boolean {
  const known = state.name === 'asking' ? state.before : state;
  if (known.name === 'unbegun' || hasGap(known.tracker)) return false;
  return known.name === 'following' ? state.name !== 'asking' : known.wanted === 'past';
}

/**
 * Returns true if the next subscription continues an earlier one, so that contacts since then must be
 * fetched.
 */
export function hasBegun({ state }: ContactStream): boolean {
  return trackerOf(state) !== null;
}

/** Returns a number that changes when missing contacts arrive. New live contacts do not change it. */
export function progressOf({ state }: ContactStream): number {
  const known = state.name === 'asking' ? state.before : state;
  if (known.name === 'unbegun') return 0;
  return known.name === 'following' ? known.tracker.next : (known.replay?.next ?? 0);
}

/**
 * Returns true if the contacts heard before this page began to receive must be requested once a view shows
 * that time. `hasAll`: the page has everything that the window can hold.
 */
export function lacksPast({ wantsPast, state }: ContactStream, hasAll: boolean): boolean {
  return !wantsPast && !hasAll && state.name !== 'restoring';
}

/**
 * Returns the stream once the contacts heard before this page began to receive are needed too (LIVE-25). The
 * next subscription requests them from storage, unless nothing is missing (`hasAll`).
 */
export function wantPast(stream: ContactStream, hasAll: boolean): ContactStream {
  const wanting: ContactStream = { ...stream, wantsPast: true };
  const { state } = stream;
  const known = state.name === 'asking' ? state.before : state;
  if (known.name === 'unbegun' || !lacksPast(stream, hasAll)) return wanting;
  const wanted = isCurrent(stream) ? 'past' : 'gap';
  return withState(wanting, { name: 'lacking', tracker: known.tracker, replay: null, wanted });
}

/**
 * Returns the next `subscribe`, which asks for everything that the page lacks, and the stream that waits for
 * its answer.
 */
export function askForContacts(stream: ContactStream): { stream: ContactStream; message: OutgoingOf<'subscribe'> } {
  const ask = stream.ask + 1;
  const before = withoutAnswer(stream.state);
  const message: OutgoingOf<'subscribe'> = { type: 'subscribe', payload: 'receivers', ask };
  if (asksStorage(stream, before)) message.since = sinceOf(stream);
  if (before.name === 'following') message.after = { epoch: before.tracker.epoch, position: before.tracker.next - 1 };
  const continued = before.name === 'lacking' ? { ...before, replay: null } : before;
  return { stream: { ...stream, ask, state: { name: 'asking', before: continued } }, message };
}

/**
 * Returns the stream after its connection was lost. Pending answers will not come, and contacts sent from now
 * on are missed.
 */
export function stopAsking(stream: ContactStream): ContactStream {
  const state = withoutAnswer(stream.state);
  return { ...stream, state: state.name === 'lacking' ? { ...state, wanted: 'gap' } : state };
}

/** Resets the stream, except for the number of its last `subscribe` and the host's time. */
export function forgetContacts({ ask, hostTime }: ContactStream): ContactStream {
  return { ...untouchedStream, ask, hostTime };
}

/** Returns true if the host is to answer from storage when it cannot resume by position. */
function asksStorage({ wantsPast }: ContactStream, before: AskingStream['before']): boolean {
  return wantsPast || before.name !== 'unbegun';
}

function withoutAnswer(state: StreamState): AskingStream['before'] {
  if (state.name === 'asking') return state.before;
  return state.name === 'restoring' ? { ...state, name: 'lacking' } : state;
}

/**
 * Returns the time (ms) from which the host must send stored contacts: everything that the window keeps, not
 * only the gap, because contacts heard long before the gap may have been stored during it.
 */
function sinceOf({ hostTime }: ContactStream): number {
  return Math.max(0, (hostTime ?? 0) - keptMs);
}

/**
 * The end of an answer from storage: the host sent what it has since `since` (ms), either all of it
 * (`complete`) or a part. `hasNewest`: the newest contacts are complete even if the answer is not, because
 * they come live.
 */
export type Refill = { readonly since: number; readonly complete: boolean; readonly hasNewest: boolean };

/**
 * The result of one message: the stream afterwards, and the contacts that are new. `refill` is set if the
 * message ended an answer from storage. `reached` is set while such an answer continues: everything since
 * this time (ms) has arrived.
 */
export type Received = {
  readonly stream: ContactStream;
  readonly fresh: readonly Contact[];
  readonly refill: Refill | null;
  readonly reached: number | null;
};

/** Applies a message of the line to the stream. Messages that do not concern contacts change nothing. */
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
  // These contacts overtook the answer to our subscription. Ignore them: the answer counts them as missing,
  // so they are requested again.
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
  const wanted = reached === null ? known.wanted : 'past';
  const fresh = freshOf(contacts, tracked);
  return { ...received(withState(stream, { ...known, replay: tracked.tracker, wanted }), fresh), reached };
}

/**
 * Returns the time (ms) since which everything from storage has arrived: storage sends the newest contacts
 * first. Returns null if an earlier part of the answer was lost, or if a gap is being filled, which only
 * `gapFilled` ends.
 */
function reachedBy(state: StreamState, replay: PositionTracker, { since }: StoredPlace): number | null {
  if (since === undefined || state.name !== 'restoring' || state.wanted === 'gap') return null;
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
  const tracker = trackResumed(trackerOf(before), answer.epoch, answer.next, answer.head);
  const replay = before.name === 'lacking' ? before.replay : null;
  if (asksStorage(stream, before) && !answer.resumed)
    return { ...stream, state: { name: 'restoring', tracker, replay, wanted: wantedBy(before, answer) } };
  return { ...stream, state: before.name === 'lacking' ? { ...before, tracker } : { name: 'following', tracker } };
}

/**
 * Returns what storage must send: none of the newest contacts if the live ones continue those received
 * before.
 */
function wantedBy(before: AskingStream['before'], { epoch, next }: IncomingOf<'subscribed'>['payload']): WantedStored {
  if (before.name === 'unbegun') return 'all';
  if (before.name === 'following' || before.wanted === 'gap') return 'gap';
  const goesOn = before.tracker.epoch === epoch && next <= before.tracker.next;
  return goesOn ? before.wanted : 'all';
}

function receiveEnd(stream: ContactStream, end: IncomingOf<'gapFilled'>['payload']): Received {
  const { state } = stream;
  if (state.name !== 'restoring' || end.ask !== stream.ask) return received(stream);
  const hasAll = end.contacts === 0 || (state.replay?.epoch === end.replay && state.replay.next === end.contacts + 1);
  if (!hasAll) return received({ ...stream, state: { ...state, name: 'lacking' } });
  const { since, complete } = end;
  const incompleteSince = complete ? stream.incompleteSince : since;
  const whole: ContactStream = { ...stream, incompleteSince, state: { name: 'following', tracker: state.tracker } };
  return { ...received(whole), refill: { since, complete, hasNewest: state.wanted === 'past' } };
}

function receiveDrop(stream: ContactStream, dropped: IncomingOf<'dropped'>['payload']): ContactStream {
  const { state } = stream;
  const known = state.name === 'asking' ? state.before : state;
  if (known.name === 'unbegun' || known.tracker.epoch !== dropped.epoch) return stream;
  const replay = known.name === 'following' ? null : known.replay;
  return withState(stream, { name: 'lacking', tracker: giveUp(known.tracker, dropped), replay, wanted: 'gap' });
}

function trackerOf(state: StreamState): PositionTracker | null {
  const known = state.name === 'asking' ? state.before : state;
  return known.name === 'unbegun' ? null : known.tracker;
}

/** Returns the stream with another tracker, if it has one. */
function withTracker(stream: ContactStream, tracker: PositionTracker): ContactStream {
  const { state } = stream;
  const known = state.name === 'asking' ? state.before : state;
  return known.name === 'unbegun' || known.tracker === tracker ? stream : withState(stream, { ...known, tracker });
}

/**
 * Returns the stream in another state. A stream that waits for an answer keeps waiting; the answer then
 * continues `state`.
 */
function withState(stream: ContactStream, state: Following | Lacking | Restoring): ContactStream {
  if (stream.state.name !== 'asking') return { ...stream, state };
  return { ...stream, state: { name: 'asking', before: state.name === 'restoring' ? { ...state, name: 'lacking' } : state } };
}
