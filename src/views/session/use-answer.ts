import { useSelector } from '@xstate/react';
import type { QuestionRef, QuestionSnapshot } from '../../machines/question/question-machine.ts';
import type { Failure } from '../../model/contract/failure.ts';

/** A question to the host, as a view shows it. */
export type ShownAnswer<Answer> = {
  /** Null until the host has answered. */
  answer: Answer | null;
  /** True if there is no answer to show, so an error with Retry replaces it. */
  isFailed: boolean;
  /** True if an older answer is shown because a newer one could not be loaded. */
  isStale: boolean;
  isBusy: boolean;
  /** Why the last request failed. */
  failure: Failure | null;
  again: () => void;
};

const has = (tag: 'failed' | 'stale' | 'busy') => (snapshot: QuestionSnapshot | undefined) => snapshot?.hasTag(tag) ?? false;

/**
 * Returns the state of a question for its view. A question that ended by a defect has failed; `revive` starts
 * a new one.
 */
export function useAnswer<Answer>(question: QuestionRef<Answer> | undefined, revive?: () => void): ShownAnswer<Answer> {
  const answer = useSelector(question, (snapshot) => (snapshot?.context.answer ?? null) as Answer | null);
  const isGone = useSelector(question, (snapshot) => snapshot === undefined || snapshot.status === 'error');
  const hasFailed = useSelector(question, has('failed'));
  const isStale = useSelector(question, has('stale'));
  return {
    answer,
    isFailed: isGone || (hasFailed && answer === null),
    isStale: isStale && answer !== null,
    isBusy: useSelector(question, has('busy')),
    failure: useSelector(question, (snapshot) => snapshot?.context.failure ?? null),
    again: () => (question === undefined ? revive?.() : question.send({ type: 'question.again' })),
  };
}
