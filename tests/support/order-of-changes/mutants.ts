import type { AsOf } from '#model/changes/change.ts';
import type { Sequence, Taken } from '#model/journal/sequence.ts';
import type { Fact } from '#model/journal/facts.ts';
import type { ReadModels } from '#model/journal/read-models/read-models.ts';
import { type Parts, realParts } from './console.ts';

const { order: real, fold } = realParts;

/** Returns the real order of changes with one part wrong. */
function mutantOrder(but: Partial<Parts['order']>): Parts {
  return { fold, order: { ...real, ...but } };
}

function mutantFold(wrong: (state: ReadModels, fact: Fact) => ReadModels): Parts {
  return { order: real, fold: wrong };
}

const nothing = (sequence: Sequence): Taken => ({ sequence, entries: [], begun: 'none', reload: false });

/** Changes the order that a fold finds in the fleet. */
function standingAt(state: ReadModels, order: Partial<ReadModels['fleet']['order']>): ReadModels {
  return { ...state, fleet: { ...state.fleet, order: { ...state.fleet.order, ...order } } };
}

const withoutOwn = (taken: Taken, known: number): Taken => ({
  ...taken,
  entries: taken.entries.filter(
    (entry) => entry.type !== 'happened' || entry.fact.type !== 'change.made' || entry.fact.revision > known,
  ),
});

/** Ways in which a console could get the order of changes wrong. The property must detect each. */
export const mutants: Record<string, Parts> = {
  'changes are taken in as they arrive, whatever their revision': mutantOrder({
    takeChange: (sequence, epoch, change) =>
      real.takeChange(
        sequence.revision !== null && change.revision > sequence.revision
          ? { ...sequence, revision: change.revision - 1 }
          : sequence,
        epoch,
        change,
      ),
  }),
  'a reply is believed at once, before what the host did ahead of it': mutantOrder({
    takeReply: (sequence, reply, asked) =>
      real.takeReply(
        sequence.revision !== null && reply.items.length > 0 && reply.revision > sequence.revision
          ? { ...sequence, revision: reply.revision - 1 }
          : sequence,
        reply,
        asked,
      ),
  }),
  'a load that is older than what is known does not take the console back': mutantOrder({
    takeLoad: (sequence, asOf, facts) => {
      const isOlder = sequence.epoch === asOf.epoch && sequence.revision !== null && asOf.revision < sequence.revision;
      return isOlder
        ? { ...nothing(sequence), entries: facts.map((fact) => ({ type: 'happened', fact })) }
        : real.takeLoad(sequence, asOf, facts);
    },
  }),
  'an own change that a load knew already does not come out': mutantOrder({
    takeReply: (sequence, reply, asked) =>
      withoutOwn(real.takeReply(sequence, reply, asked), sequence.revision ?? Number.MAX_SAFE_INTEGER),
    takeChange: (sequence, epoch, change) =>
      withoutOwn(real.takeChange(sequence, epoch, change), sequence.revision ?? Number.MAX_SAFE_INTEGER),
    takeLoad: (sequence, asOf, facts) => withoutOwn(real.takeLoad(sequence, asOf, facts), asOf.revision),
  }),
  'an operation that changed nothing is settled before the console knows why': mutantOrder({
    takeReply: (sequence, reply, asked) =>
      reply.items.length > 0
        ? real.takeReply(sequence, reply, asked)
        : { ...nothing(sequence), entries: [{ type: 'settled', opId: asked.opId }] },
  }),
  'a heartbeat says nothing of what is missing': mutantOrder({ takeHeard: nothing }),
  'a new epoch is taken for the old one': mutantOrder({
    takeChange: (sequence, epoch, change) => real.takeChange(sequence, sequence.epoch ?? epoch, change),
    takeHeard: (sequence, asOf) => real.takeHeard(sequence, asPresent(sequence, asOf)),
    takeLoad: (sequence, asOf, facts) => real.takeLoad(sequence, asPresent(sequence, asOf), facts),
    takeReply: (sequence, reply, asked) => real.takeReply(sequence, { ...reply, ...asPresent(sequence, reply) }, asked),
  }),
  'a change that was too large to be told is passed over': mutantOrder({
    takeAnswer: (sequence, answer) => ({ ...real.takeAnswer(sequence, answer), reload: false }),
    takeChange: (sequence, epoch, change) => ({ ...real.takeChange(sequence, epoch, change), reload: false }),
  }),
  'what is not known any more is asked for forever': mutantOrder({ takeGone: nothing }),
  'any list replaces what is shown, also one that is older': mutantFold((state, fact) =>
    fold(fact.type === 'fleet.loaded' ? standingAt(state, { revision: null }) : state, fact),
  ),
  'a list takes away what is known beyond it': mutantFold((state, fact) =>
    fold(fact.type === 'fleet.loaded' ? standingAt(state, { ahead: [] }) : state, fact),
  ),
  'a change is folded again when it is told again': mutantFold((state, fact) => {
    const { epoch, revision } = state.fleet.order;
    if (fact.type !== 'change.made' || fact.epoch !== epoch || revision === null || fact.revision > revision) {
      return fold(state, fact);
    }
    const again = fold(standingAt(state, { revision: fact.revision - 1 }), fact);
    return standingAt(again, { revision });
  }),
  'a change after a gap closes it': mutantFold((state, fact) =>
    fold(
      fact.type === 'change.made' && fact.epoch === state.fleet.order.epoch && fact.revision > (state.fleet.order.revision ?? 0)
        ? standingAt(state, { revision: fact.revision - 1, ahead: [] })
        : state,
      fact,
    ),
  ),
  'what was deleted stays': mutantFold((state, fact) =>
    fold(
      state,
      fact.type === 'change.made'
        ? { ...fact, items: fact.items?.filter(({ kind }) => !kind.endsWith('.deleted')) ?? null }
        : fact,
    ),
  ),
  'the list of the old epoch stands in the new one': mutantFold((state, fact) =>
    fact.type === 'epoch.began' ? state : fold(state, fact),
  ),
};

function asPresent(sequence: Sequence, { epoch, revision }: AsOf): AsOf {
  return { epoch: sequence.epoch ?? epoch, revision };
}
