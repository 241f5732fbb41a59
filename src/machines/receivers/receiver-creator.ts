import type { PromiseActorLogic } from 'xstate';
import type { ChangeReply } from '../../model/journal/sequence.ts';
import { isUnanswered } from '../../model/contract/failure.ts';
import { madeBy } from '../../model/receivers/tasks.ts';
import { settleOwnChange } from '../operations/settled-change.ts';
import type { AskedCreation, Creation, CreationInput } from './receivers-events.ts';
import { createdNotice, notCreatedNotice } from './receivers-notices.ts';
import { reportedIfLeft } from './reported-if-left.ts';

type Created = ChangeReply & { rxData: { alias: string } };

/**
 * Creates receivers, and shows the outcome itself if the page was left. An unanswered request is repeated
 * unchanged under its operation id (FLEET-9).
 */
export function receiverCreator(
  ask: (mitasId: string, asked: AskedCreation) => Promise<Created>,
  newColour: () => string,
): PromiseActorLogic<Creation, CreationInput> {
  return reportedIfLeft(
    async ({ mitasId, wanted: described, unanswered }, system): Promise<Creation> => {
      const wanted = unanswered?.wanted ?? described;
      const color = unanswered?.color ?? newColour();
      const askNamed = (operation: string): Promise<Created> => ask(mitasId, { wanted, color, operation });
      const settled = await settleOwnChange(system, askNamed, { again: unanswered?.operation ?? null });
      if (settled.isDone) return { alias: settled.reply.rxData.alias, made: madeBy(settled.reply) };
      const { failure, operation, error } = settled;
      if (operation !== null && isUnanswered(failure)) return { unanswered: { wanted, color, operation } };
      throw error;
    },
    { done: createdNotice, failed: (failure, { wanted }) => notCreatedNotice(wanted, failure) },
  );
}
