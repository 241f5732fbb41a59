import type { PromiseActorLogic } from 'xstate';
import type { ChangeReply } from '../../model/changes/sequence.ts';
import { isUnanswered } from '../../model/contract/failure.ts';
import { withLatest } from '../../model/receivers/latest.ts';
import { madeBy } from '../../model/receivers/tasks.ts';
import { settleOwnChange } from '../operations/settled-change.ts';
import type { AskedCreation, Creation, CreationInput } from './receivers-events.ts';
import { createdNotice, notCreatedNotice } from './receivers-notices.ts';
import { reportedIfLeft } from './reported-if-left.ts';

type Created = ChangeReply & { rxData: { alias: string } };

/**
 * Creates receivers, and says what came of one whose page was left meanwhile. Whoever wants the very same
 * before the host has answered asks for it under the same operation, and as it was asked: there or later
 * there is one (FLEET-9).
 */
export function receiverCreator(
  ask: (mitasId: string, asked: AskedCreation) => Promise<Created>,
  newColour: () => string,
): PromiseActorLogic<Creation, CreationInput> {
  let open: ReadonlyMap<string, AskedCreation> = new Map();
  return reportedIfLeft(
    async ({ mitasId, wanted: described, unanswered }, system): Promise<Creation> => {
      const wanted = unanswered?.wanted ?? described;
      const key = JSON.stringify(wanted);
      const before = unanswered ?? open.get(key) ?? null;
      const color = before?.color ?? newColour();
      const keep = (operation: string | null): void => {
        open = withLatest(open, key, operation === null ? null : { wanted, color, operation });
      };
      const askKept = (operation: string): Promise<Created> => {
        keep(operation);
        return ask(mitasId, { wanted, color, operation });
      };
      const settled = await settleOwnChange(system, askKept, { again: before?.operation ?? null });
      keep(settled.isDone ? null : settled.operation);
      if (settled.isDone) return { alias: settled.reply.rxData.alias, made: madeBy(settled.reply) };
      const { failure, operation, error } = settled;
      if (operation !== null && isUnanswered(failure)) return { unanswered: { wanted, color, operation } };
      throw error;
    },
    { done: createdNotice, failed: (failure, { wanted }) => notCreatedNotice(wanted, failure) },
  );
}
