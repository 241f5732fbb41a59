import type { Incoming, IncomingOf, OutgoingOf } from '../contract/socket-messages.ts';
import type { Contact } from '../entities/contact.ts';
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
 * Where one console stands in its system's contacts: a plain value without a single contact in it. Times are the host's clock in ms,
 * because a page's clock may be minutes off.
 */
export type ContactStream = {
  /** The number of the last `subscribe`; 0 before the first. */
  readonly ask: number;
  /** The answer to the last `subscribe` is still to come on this connection; no other is taken. */
  readonly isAsking: boolean;
  /** The live contacts; null until the first answer. */
  readonly tracker: PositionTracker | null;
  /** Some contacts will not come by position any more: only storage has them. */
  readonly mustRestore: boolean;
  /** The host is sending them, as the answer to the last ask. */
  readonly isRestoring: boolean;
  /** What has come of that answer. */
  readonly replay: PositionTracker | null;
  readonly hostTime: number | null;
  /** From this time on contacts are missing for good (the gap was too long), while they would still be in the window. */
  readonly incompleteSince: number | null;
};

export const untouchedStream: ContactStream = {
  ask: 0,
  isAsking: false,
  tracker: null,
  mustRestore: false,
  isRestoring: false,
  replay: null,
  hostTime: null,
  incompleteSince: null,
};

/**
 * `asked`: no answer yet. `restoring`: contacts come from storage. `missing`: contacts of known positions are to come, or storage has
 * to be asked again. `whole`: nothing is missing.
 */
export type StreamStatus = 'asked' | 'restoring' | 'missing' | 'whole';

export function streamStatus(stream: ContactStream): StreamStatus {
  if (stream.isAsking || stream.tracker === null) return 'asked';
  if (stream.mustRestore) return stream.isRestoring ? 'restoring' : 'missing';
  return hasGap(stream.tracker) ? 'missing' : 'whole';
}

/** True when a subscription continues something: what came meanwhile is missing until it has been fetched. */
export function hasBegun(stream: ContactStream): boolean {
  return stream.tracker !== null;
}

/** A number that changes when the missing contacts come nearer; contacts that only come on top do not change it. */
export function progressOf(stream: ContactStream): number {
  return (stream.mustRestore ? stream.replay?.next : stream.tracker?.next) ?? 0;
}

/** The next `subscribe`, which asks for what came since, and the stream that waits for its answer. */
export function askForContacts(stream: ContactStream): { stream: ContactStream; message: OutgoingOf<'subscribe'> } {
  const ask = stream.ask + 1;
  const { tracker, mustRestore } = stream;
  const message: OutgoingOf<'subscribe'> = { type: 'subscribe', payload: 'receivers', ask };
  if (tracker) message.since = sinceOf(stream);
  if (tracker && !mustRestore) message.after = { epoch: tracker.epoch, position: tracker.next - 1 };
  return { stream: { ...stream, ask, isAsking: true, isRestoring: false, replay: null }, message };
}

/** The connection is gone, and with it whatever it was still to answer. */
export function stopAsking(stream: ContactStream): ContactStream {
  return { ...stream, isAsking: false, isRestoring: false };
}

/** As far back as the window keeps: contacts heard long before the gap may have been taken in during it. */
function sinceOf({ hostTime }: ContactStream): number {
  return Math.max(0, (hostTime ?? 0) - keptMs);
}

/**
 * What a message brought: the stream afterwards, and the contacts that are new, `stored` where they fill a gap from storage. `refilled`
 * where it ended an answer from storage: since when (ms) the host sent what it has, and whether that was all.
 */
export type TakenIn = {
  stream: ContactStream;
  fresh: readonly Contact[];
  stored: boolean;
  refilled?: { readonly since: number; readonly complete: boolean };
};

/** Takes in a message; those that do not concern contacts change nothing. */
export function takeIn(stream: ContactStream, message: Incoming): TakenIn {
  switch (message.type) {
    case 'contact':
      return takeContacts(stream, message);
    case 'heartbeat':
      return bringing(takeHeartbeat(stream, message.payload));
    case 'subscribed':
      return bringing(stream.isAsking && message.payload.ask === stream.ask ? takeAnswer(stream, message.payload) : stream);
    case 'gapFilled':
      return message.payload.ask === stream.ask && stream.isRestoring ? takeEnd(stream, message.payload) : bringing(stream);
    case 'dropped':
      return bringing(
        message.payload.epoch === stream.tracker?.epoch ? takeDrop(stream, stream.tracker, message.payload) : stream,
      );
    case 'invalidate':
    case 'changed':
    case 'newRxState':
    case 'newRxModel':
    case 'rxInfo':
    case 'commandAck':
    case 'commandStatus':
    case 'refused':
      return bringing(stream);
  }
}

function bringing(stream: ContactStream, fresh: readonly Contact[] = [], stored = false): TakenIn {
  return { stream, fresh, stored };
}

function takeContacts(stream: ContactStream, message: IncomingOf<'contact'>): TakenIn {
  const { payload, at, stored } = message;
  const contacts = Array.isArray(payload) ? payload : [payload];
  if (stored) {
    const replay = stream.replay?.epoch === stored.replay ? stream.replay : trackFrom(stored.replay, 1, 0);
    const tracked = trackBatch(replay, stored.from, contacts.length);
    return bringing({ ...stream, replay: tracked.tracker }, freshOf(contacts, tracked), true);
  }
  if (!at) return bringing(stream, contacts);
  // Contacts that overtook the answer to our subscription: by that answer they are missing, and asked for again.
  if (stream.tracker?.epoch !== at.epoch) return bringing(stream);
  const tracked = trackBatch(stream.tracker, at.from, contacts.length);
  return bringing({ ...stream, tracker: tracked.tracker }, freshOf(contacts, tracked));
}

function freshOf(contacts: readonly Contact[], { fresh }: Tracked): readonly Contact[] {
  const [first] = fresh;
  if (fresh.length === 1 && first && first.end - first.start === contacts.length) return contacts;
  return fresh.flatMap(({ start, end }) => contacts.slice(start, end));
}

function takeHeartbeat(stream: ContactStream, { ts, at }: IncomingOf<'heartbeat'>['payload']): ContactStream {
  const tracker = at && stream.tracker?.epoch === at.epoch ? trackHead(stream.tracker, at.next) : stream.tracker;
  const incompleteSince = stream.incompleteSince !== null && stream.incompleteSince < ts - keptMs ? null : stream.incompleteSince;
  return { ...stream, tracker, hostTime: ts, incompleteSince };
}

function takeAnswer(stream: ContactStream, { epoch, next, head, resumed }: IncomingOf<'subscribed'>['payload']): ContactStream {
  const isLost = stream.tracker !== null && !resumed;
  return {
    ...stream,
    isAsking: false,
    tracker: trackAnew(stream.tracker, epoch, next, head),
    mustRestore: stream.mustRestore || isLost,
    isRestoring: isLost,
  };
}

function takeEnd(stream: ContactStream, { replay, since, contacts, complete }: IncomingOf<'gapFilled'>['payload']): TakenIn {
  const hasAll = contacts === 0 || (stream.replay?.epoch === replay && stream.replay.next === contacts + 1);
  if (!hasAll) return bringing({ ...stream, isRestoring: false });
  const incompleteSince = complete ? stream.incompleteSince : since;
  const restored = { ...stream, isRestoring: false, mustRestore: false, replay: null, incompleteSince };
  return { ...bringing(restored), refilled: { since, complete } };
}

function takeDrop(stream: ContactStream, tracker: PositionTracker, range: { from: number; next: number }): ContactStream {
  return { ...stream, tracker: giveUp(tracker, range), mustRestore: true, isRestoring: false };
}
