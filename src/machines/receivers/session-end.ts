import type { AnyActorRef } from 'xstate';
import { journalIn } from '../journal/journal-actor.ts';

/** Whether the session in which something was begun is over; `release` when nobody asks any more. */
export type SessionEnd = { isOver: () => boolean; release: () => void };

/** Follows the session of an actor to its end (SYS-9), which is told to `onOver`. */
export function sessionEndOf(system: AnyActorRef['system'], onOver: () => void = () => {}): SessionEnd {
  let isOver = false;
  const end = (): void => {
    isOver = true;
    onOver();
  };
  const subscription = journalIn(system).subscribe({ complete: end, error: end });
  return { isOver: () => isOver, release: () => subscription.unsubscribe() };
}
