import { useSelector } from '@xstate/react';
import type { StatsAnswers } from '../../machines/stats-request/stats-answers.ts';
import { selectStatsQuestion, type StatsRequestRef } from '../../machines/stats-request/stats-request-machine.ts';
import { type ShownAnswer, useAnswer } from '../session/use-answer.ts';

/** Returns the state of one of the page's questions to the host. */
export function useStats<Q extends keyof StatsAnswers>(actor: StatsRequestRef, of: Q): ShownAnswer<StatsAnswers[Q]> {
  return useAnswer(useSelector(actor, (snapshot) => selectStatsQuestion(snapshot, of)));
}
