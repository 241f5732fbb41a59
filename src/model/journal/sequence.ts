import type * as v from 'valibot';
import type { Fact } from './facts.ts';
import type { SessionEntry } from './session.ts';
import { type AsOf, type Change, type changeReply, knownItems } from '../changes/change.ts';
import { type Author } from '../entities/author.ts';

/** How many changes may wait for an earlier one. Later ones are dropped and requested again. */
export const heldLimit = 1_000;

/** How long a missing change may still arrive by itself before it is requested (CHG-12), in ms. */
export const gapWaitMs = 250;

/** How many of the page's own operations are remembered as released. */
export const releasedLimit = 500;

/**
 * How far a console follows its system's changes, which it folds in their order (CHG-12).
 *
 * Invariants, kept by the functions below and property-tested:
 * - Between two loads, entries are released by revision, each exactly once, however they reach the console.
 * - An operation of the page's own is released once with its id, even if a load already contained its change.
 *   So its proposal is always removed, and undo always learns of it.
 * - No loaded read model is older than `revision`: an older load lowers `revision`, and later changes are
 *   released again.
 * - Everything here is bounded: dropped changes are requested again.
 */
export type Sequence = {
  /** The epoch of the revisions; null until the host has sent one. */
  epoch: string | null;
  /**
   * All changes up to this one were released, or were in the loads; null before the first load of this epoch.
   */
  revision: number | null;
  /** The newest revision that the host has reported. */
  heard: number;
  /** Changes that wait for an earlier one or for the first load, by revision. */
  held: readonly Change[];
  /**
   * Operations that changed nothing, each with the revision at which the host found so; settled at that
   * revision.
   */
  settling: readonly { opId: string; revision: number }[];
  /** Released operations of the page's own, oldest first. */
  released: readonly string[];
};

/** The result of receiving a message: the entries to record immediately, in order, and what to load. */
export type Taken = {
  sequence: Sequence;
  entries: SessionEntry[];
  /** 'epoch': a new epoch begins. Load everything again, and do not repeat requests made in the old one. */
  begun: 'none' | 'epoch';
  /** True if a change was too large to send: load everything that has a revision again. */
  reload: boolean;
};

/** The answer of a call that changes something. */
export type ChangeReply = v.InferOutput<v.ObjectSchema<typeof changeReply, undefined>>;

/**
 * The operation that a reply answers: who made it, when by the page's clock (ms since 1970), and the revision
 * that it undoes.
 */
export type Asked = { opId: string; by: Author; at: number; undoes?: number | null };

/** Returns the sequence of a console that has heard and loaded nothing. */
export function startSequence(): Sequence {
  return { epoch: null, revision: null, heard: 0, held: [], settling: [], released: [] };
}

/** Receives a change, from the socket or from an answer. */
export function takeChange(sequence: Sequence, epoch: string, change: Change): Taken {
  return advanced(enter(sequence, epoch), (entered) => hold(entered, change));
}

/**
 * Receives the answer to an operation of the page's own. No items means that nothing had to change: the
 * operation is settled once the answer's revision is reached.
 */
export function takeReply(sequence: Sequence, reply: ChangeReply, { opId, by, at, undoes = null }: Asked): Taken {
  const { epoch, revision, items } = reply;
  return advanced(enter(sequence, epoch), (entered) =>
    items.length === 0
      ? settle(hear(entered, revision), opId, revision)
      : hold(entered, { revision, at, by, through: 'console', operation: opId, undoes, items }),
  );
}

/** Receives a heartbeat. Everything up to its revision was sent, so what has not arrived is missing. */
export function takeHeard(sequence: Sequence, { epoch, revision }: AsOf): Taken {
  return advanced(enter(sequence, epoch), (entered) => hear(entered, revision));
}

/**
 * Receives a load. Its facts are recorded after the start of a new epoch, if the load brings one, and before
 * the changes later than its revision.
 */
export function takeLoad(sequence: Sequence, { epoch, revision }: AsOf, facts: readonly Fact[]): Taken {
  const entered = enter(sequence, epoch);
  const loaded = facts.map((fact): SessionEntry => ({ type: 'happened', fact }));
  return advanced({ ...entered, entries: [...entered.entries, ...loaded] }, (begun) => ({
    ...hear(begun, revision),
    revision: Math.min(begun.revision ?? revision, revision),
  }));
}

/** Receives the answer to `getChanges`: the changes after a revision, and the host's newest revision. */
export function takeAnswer(sequence: Sequence, { epoch, revision, changes }: AsOf & { changes: readonly Change[] }): Taken {
  return advanced(enter(sequence, epoch), (entered) => changes.reduce(hold, hear(entered, revision)));
}

/** Notes that the host no longer has the changes needed here (410): everything must be loaded again. */
export function takeGone(sequence: Sequence): Taken {
  return { sequence: { ...sequence, revision: null }, entries: [], begun: 'none', reload: true };
}

/**
 * Returns true while the host has reported changes that were not released: request those after `revision`.
 */
export function isBehind({ revision, heard }: Sequence): boolean {
  return revision !== null && heard > revision;
}

type Entered = Pick<Taken, 'sequence' | 'entries' | 'begun'>;

/**
 * Begins the epoch that a message names if it differs. Names of epochs have no order, so a late message may
 * bring back an old one; the loads that follow correct that.
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

/**
 * Holds a change until its turn. If the change arrives twice, keeps the operation's id from whichever message
 * had it.
 */
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

/** Applies `step`, then releases the changes that are due. */
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
