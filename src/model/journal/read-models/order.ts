import * as v from 'valibot';
import { type AsOf, changeItemSchema } from '../../changes/change.ts';
import type { FactOf } from '../facts.ts';

const aheadSchema = v.object({ revision: v.number(), items: v.nullable(v.array(changeItemSchema)) });
type Ahead = v.InferOutput<typeof aheadSchema>;

/**
 * How far a read model has followed the order of changes (CHG-12): it has all changes of `epoch` up to
 * `revision`. Both are null before its first load; `revision` also between the start of an epoch and the next
 * load. A change after a gap (an earlier one was too large to send, or is no longer known) is folded
 * immediately, so that the person's own change stays visible, and kept in `ahead` until a load closes the
 * gap.
 */
export const orderSchema = v.object({
  epoch: v.nullable(v.string()),
  revision: v.nullable(v.number()),
  ahead: v.array(aheadSchema),
});
export type Order = v.InferOutput<typeof orderSchema>;

export const noOrder: Order = { epoch: null, revision: null, ahead: [] };

/**
 * The most changes after a gap that are kept. Dropped ones are released again when the gap closes
 * (journal/sequence.ts, `takeLoad`).
 */
const aheadLimit = 500;

/** The next order of a read model, and the changes to fold for it, in order. */
export type Advance = { order: Order; fold: readonly Ahead[] };

/**
 * Returns the order after a load, with the kept changes that are later than the load, to fold onto it again.
 * Undefined if the load is older than the known rows, or of another epoch.
 */
export function advanceToLoad(order: Order, { epoch, revision }: AsOf): Advance | undefined {
  if (order.epoch !== null && order.epoch !== epoch) return undefined;
  if (order.revision !== null && revision < order.revision) return undefined;
  const fold = order.ahead.filter((change) => change.revision > revision);
  return { order: absorbed({ epoch, revision, ahead: fold }), fold };
}

/**
 * Returns the order after a change, with the change and all kept changes that are later, to fold in order.
 * Undefined if the change is known, of another epoch, or came before any load.
 */
export function advanceToChange(order: Order, { epoch, revision, items }: FactOf<'change.made'>): Advance | undefined {
  if (order.epoch !== epoch || (order.revision !== null && revision <= order.revision)) return undefined;
  if (order.ahead.some((change) => change.revision === revision)) return undefined;
  const ahead = [...order.ahead, { revision, items }].sort((one, other) => one.revision - other.revision);
  return {
    order: absorbed({ ...order, ahead: ahead.slice(-aheadLimit) }),
    fold: ahead.filter((change) => change.revision >= revision),
  };
}

/** Returns the order at the start of another epoch. The rows stay as they are until they are loaded again. */
export function advanceToEpoch(order: Order, epoch: string): Order {
  return order.epoch === null || order.epoch === epoch ? order : { epoch, revision: null, ahead: [] };
}

function absorbed({ epoch, revision, ahead }: Order): Order {
  let whole = revision;
  let next = 0;
  while (whole !== null && ahead[next]?.revision === whole + 1 && ahead[next]?.items !== null) {
    whole += 1;
    next += 1;
  }
  return { epoch, revision: whole, ahead: ahead.slice(next) };
}
