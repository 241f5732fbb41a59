import type { AnyActorRef } from 'xstate';
import { journalIn } from '../journal/journal-actor.ts';

/** Whether the session in which something began has ended; call `release` to stop following it. */
export type SessionEnd = { isOver: () => boolean; release: () => void };

/** Follows an actor's session to its end (SYS-9), and then calls `onOver`. */
export function sessionEndOf(system: AnyActorRef['system'], onOver: () => void = () => {}): SessionEnd {
  let isOver = false;
  const end = (): void => {
    isOver = true;
    onOver();
  };
  const subscription = journalIn(system).subscribe({ complete: end, error: end });
  return { isOver: () => isOver, release: () => subscription.unsubscribe() };
}
