import type { AsOf } from '../../model/changes/change.ts';
import type { NoticeAct } from '../../model/entities/notice.ts';
import type { OperationsEvent } from './operations-events.ts';
import { operationsId } from './operations-id.ts';

/** MSG-5, CHG-19: how long the offer to undo stands, in ms. */
export const undoOfferMs = 8_000;

/** The offer to take back the own change of that revision. */
export function undoAct({ epoch, revision }: AsOf): NoticeAct {
  return { label: 'Undo', to: operationsId, event: { type: 'operations.undo', epoch, revision } satisfies OperationsEvent };
}
