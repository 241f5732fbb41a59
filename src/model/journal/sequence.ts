import type * as v from 'valibot';
import type { Fact } from './facts.ts';
import type { SessionEntry } from './session.ts';
import { type AsOf, type Change, type changeReply, knownItems } from '../changes/change.ts';
import { type Author } from '../entities/author.ts';

/** The most changes that wait for an earlier one; later ones are dropped and asked for again. */
export const heldLimit = 1_000;

/** How long a change that is missing may still come by itself until it is asked for (CHG-12), in ms. */
export const gapWaitMs = 250;

/** How many of the last own operations are remembered as released. */
export const releasedLimit = 500;

/**
 * Where a console stands in the order of a system's changes (CHG-12: folded in that order).
 *
 * Invariants, kept by the functions below and property-tested:
 * - Between two loads the entries come out by revision, each revision once, none left out, however they reach
 *   the console.
 * - An own operation comes out once with its id, also where a load had its change already; so its proposal
 *   always goes, and undo learns of it.
 * - No loaded read model stands before `revision`: a load that is older takes it back, and what came since
 *   comes out again.
 * - Nothing here grows without a bound: what is dropped is asked for again.
 */
export type Sequence = {
  /** The order that is counted in; null until the host has sent one. */
  epoch: string | null;
  /** All changes up to it came out, or were in the loads; null until something was loaded in this epoch. */
  revision: number | null;
  /** The newest revision that the host has reported. */
  heard: number;
  /** Changes that wait for an earlier one, or for the first load; by revision. */
  held: readonly Change[];
  /** Operations that changed nothing, and the revision at which it was so already. */
  settling: readonly { opId: string; revision: number }[];
  /** Own operations that came out, oldest first. */
  released: readonly string[];
};

/**
 * The result of receiving something: the entries to record at once and in order, and what is to be loaded.
 */
export type Taken = {
  sequence: Sequence;
  entries: SessionEntry[];
  /**
   * 'epoch': another order begins, and all is to be loaded again; nothing that was asked for in the old
   * one is sent again unasked.
   */
  begun: 'none' | 'epoch';
  /** True where a change was too large to be sent: what has a revision is to be loaded again. */
  reload: boolean;
};

/** What a call that changes something answers. */
export type ChangeReply = v.InferOutput<v.ObjectSchema<typeof changeReply, undefined>>;

/**
 * The operation that a reply answers: who made it, when by the page's clock (ms since the epoch), and the
 * revision that it takes back.
 */
export type Asked = { opId: string; by: Author; at: number; undoes?: number | null };

/** A console that has heard and loaded nothing. */
export function startSequence(): Sequence {
  return { epoch: null, revision: null, heard: 0, held: [], settling: [], released: [] };
}

/** A change as the socket sends it, or one of an answer. */
export function takeChange(sequence: Sequence, epoch: string, change: Change): Taken {
  return advanced(enter(sequence, epoch), (entered) => hold(entered, change));
}

/**
 * The answer to an own operation. One without items settles it when its revision is reached: all was so
 * already.
 */
export function takeReply(sequence: Sequence, reply: ChangeReply, { opId, by, at, undoes = null }: Asked): Taken {
  const { epoch, revision, items } = reply;
  return advanced(enter(sequence, epoch), (entered) =>
    items.length === 0
      ? settle(hear(entered, revision), opId, revision)
      : hold(entered, { revision, at, by, through: 'console', operation: opId, undoes, items }),
  );
}

/**
 * What a heartbeat says: up to there everything was sent on this connection, so that what did not come is
 * missing.
 */
export function takeHeard(sequence: Sequence, { epoch, revision }: AsOf): Taken {
  return advanced(enter(sequence, epoch), (entered) => hear(entered, revision));
}

/**
 * Something was loaded at a revision. Its facts come out in their place: after a new epoch, and before the
 * changes that follow them.
 */
export function takeLoad(sequence: Sequence, { epoch, revision }: AsOf, facts: readonly Fact[]): Taken {
  const entered = enter(sequence, epoch);
  const loaded = facts.map((fact): SessionEntry => ({ type: 'happened', fact }));
  return advanced({ ...entered, entries: [...entered.entries, ...loaded] }, (begun) => ({
    ...hear(begun, revision),
    revision: Math.min(begun.revision ?? revision, revision),
  }));
}

/** The answer to `getChanges`: what came after a revision, and where the host stands. */
export function takeAnswer(sequence: Sequence, { epoch, revision, changes }: AsOf & { changes: readonly Change[] }): Taken {
  return advanced(enter(sequence, epoch), (entered) => changes.reduce(hold, hear(entered, revision)));
}

/**
 * The changes after where the console stands are not known any more (410): only loads go on, and everything
 * is to be loaded again.
 */
export function takeGone(sequence: Sequence): Taken {
  return { sequence: { ...sequence, revision: null }, entries: [], begun: 'none', reload: true };
}

/**
 * True while the host has reported changes that did not come out: they are to be asked for, after `revision`.
 */
export function isBehind({ revision, heard }: Sequence): boolean {
  return revision !== null && heard > revision;
}

type Entered = Pick<Taken, 'sequence' | 'entries' | 'begun'>;

/**
 * Another epoch than the present one ends the present one. Which of two is the newer cannot be known from
 * their names, so one that comes late leads astray until the loads that follow lead back.
 */
function enter(sequence: Sequence, epoch: string): Entered {
  if (sequence.epoch === epoch) return { sequence, entries: [], begun: 'none' };
  if (sequence.epoch === null) return { sequence: { ...sequence, epoch }, entries: [], begun: 'none' };
  return {
    sequence: { ...startSequence(), epoch, released: sequence.released },
    entries: [{ type: 'happened', fact: { type: 'epoch.began', epoch } }],
    begun: 'epoch',
  };
}

function hear(sequence: Sequence, revision: number): Sequence {
  return revision <= sequence.heard ? sequence : { ...sequence, heard: revision };
}

/** Keeps a change for its turn. Of one received twice the operation is kept, whichever carried it. */
function hold(sequence: Sequence, change: Change): Sequence {
  const heard = hear(sequence, change.revision);
  const known = heard.held.find(({ revision }) => revision === change.revision);
  const operation = change.operation ?? known?.operation;
  const whole = operation === undefined ? change : { ...change, operation };
  const others = heard.held.filter(({ revision }) => revision !== change.revision);
  const held = [...others, whole].sort((one, other) => one.revision - other.revision).slice(0, heldLimit);
  return { ...heard, held };
}

function settle(sequence: Sequence, opId: string, revision: number): Sequence {
  return { ...sequence, settling: [...sequence.settling.filter((other) => other.opId !== opId), { opId, revision }] };
}

/** Lets out what is due after `step`. */
function advanced({ sequence, entries, begun }: Entered, step: (sequence: Sequence) => Sequence): Taken {
  const taken: Taken = { sequence: step(sequence), entries: [...entries], begun, reload: false };
  if (taken.sequence.revision === null) return taken;
  return release(taken, taken.sequence.revision);
}

function release(taken: Taken, from: number): Taken {
  const { sequence, entries } = taken;
  let revision = from;
  let { released } = sequence;
  let reload = false;
  const held: Change[] = [];
  for (const change of sequence.held) {
    const isNext = change.revision === revision + 1;
    const isOwn = change.operation !== undefined && !released.includes(change.operation);
    if (change.revision > revision && !isNext) {
      held.push(change);
      continue;
    }
    if (!isNext && !isOwn) continue;
    entries.push(entryOf(sequence.epoch ?? '', change, isOwn));
    if (isOwn) released = [...released, change.operation ?? ''].slice(-releasedLimit);
    if (isNext) revision = change.revision;
    reload ||= isNext && change.items === null;
  }
  const due = sequence.settling.filter((operation) => operation.revision <= revision);
  for (const { opId } of due) entries.push({ type: 'settled', opId });
  const settling = due.length === 0 ? sequence.settling : sequence.settling.filter((operation) => operation.revision > revision);
  return { ...taken, sequence: { ...sequence, revision, released, held, settling }, reload };
}

function entryOf(epoch: string, change: Change, isOwn: boolean): SessionEntry {
  const { revision, at, by, through, undoes, operation } = change;
  const items = change.items === null ? null : knownItems(change.items);
  const fact = { type: 'change.made', epoch, revision, at, by, through, undoes, items } as const;
  return { type: 'happened', fact, ...(isOwn ? { opId: operation } : {}) };
}
