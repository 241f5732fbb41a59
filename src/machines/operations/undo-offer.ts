import { type AsOf, type Change, knownItems } from '../../model/changes/change.ts';
import { namedStep } from '../../model/changes/step-name.ts';
import type { NoticeAct } from '../../model/entities/notice.ts';
import type { OperationsEvent } from './operations-events.ts';
import { operationsId } from './operations-id.ts';

/** How long the offer to undo is shown, in ms (MSG-5, CHG-19). */
export const undoOfferMs = 8_000;

/** Returns the offer to undo the person's change of a revision; it names the change if `items` are known. */
export function undoAct({ epoch, revision, items = [] }: AsOf & { items?: Change['items'] }): NoticeAct {
  const name = namedStep('Undo', knownItems(items), 'undo');
  return { label: 'Undo', name, to: operationsId, event: { type: 'operations.undo', epoch, revision } satisfies OperationsEvent };
}
