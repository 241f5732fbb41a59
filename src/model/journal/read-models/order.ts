import * as v from 'valibot';
import { type AsOf, changeItemSchema } from '../../changes/change.ts';
import type { FactOf } from '../facts.ts';

const aheadSchema = v.object({ revision: v.number(), items: v.nullable(v.array(changeItemSchema)) });
type Ahead = v.InferOutput<typeof aheadSchema>;

/**
 * Where a read model that changes concern stands (CHG-12). It is whole up to `revision` of `epoch`; null
 * before its first load. A change that comes after a gap (an earlier one was too large to be sent, or is not
 * known any more) is shown all the same and waits in `ahead`, so that nobody's own change falls back; a load
 * closes the gap.
 */
export const orderSchema = v.object({
  epoch: v.nullable(v.string()),
  revision: v.nullable(v.number()),
  ahead: v.array(aheadSchema),
});
export type Order = v.InferOutput<typeof orderSchema>;

export const noOrder: Order = { epoch: null, revision: null, ahead: [] };

/**
 * More changes after a gap are not kept: they are released again when the gap is closed (journal/sequence.ts,
 * `takeLoad`).
 */
const aheadLimit = 500;

/** Where a read model goes, and the changes to fold for it, in order. */
export type Advance = { order: Order; fold: readonly Ahead[] };

/**
 * A load: undefined for one that is older than what is known, or of another epoch. What is known beyond it is
 * folded onto it again.
 */
export function advanceToLoad(order: Order, { epoch, revision }: AsOf): Advance | undefined {
  if (order.epoch !== null && order.epoch !== epoch) return undefined;
  if (order.revision !== null && revision < order.revision) return undefined;
  const fold = order.ahead.filter((change) => change.revision > revision);
  return { order: absorbed({ epoch, revision, ahead: fold }), fold };
}

/**
 * A change: undefined for one that is known, of another epoch, or received before anything was loaded. What
 * is known beyond it is folded again.
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

/** Another epoch: what is known is shown until it is loaded again. */
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
