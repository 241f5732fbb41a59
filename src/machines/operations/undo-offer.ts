import { type AsOf, type Change, knownItems } from '../../model/changes/change.ts';
import { namedStep } from '../../model/changes/step-name.ts';
import type { NoticeAct } from '../../model/entities/notice.ts';
import type { OperationsEvent } from './operations-events.ts';
import { operationsId } from './operations-id.ts';

/** MSG-5, CHG-19: how long the offer to undo stands, in ms. */
export const undoOfferMs = 8_000;

/** The offer to take back the own change of that revision; it says what that did, where `items` are known. */
export function undoAct({ epoch, revision, items = [] }: AsOf & { items?: Change['items'] }): NoticeAct {
  const name = namedStep('Undo', knownItems(items), 'undo');
  return { label: 'Undo', name, to: operationsId, event: { type: 'operations.undo', epoch, revision } satisfies OperationsEvent };
}
