import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { selectTyped, typingMachine } from '../../machines/typing/typing-machine.ts';

/**
 * What is being typed, null once it rested for `restMs`, and what each key is reported to. `onRested` is
 * called with the text once it rested.
 */
export function useTyping(restMs: number, onRested?: (text: string) => void): [string | null, (text: string) => void] {
  const actor = useActorRef(typingMachine, { input: { restMs } });
  const rested = useEffectEvent((text: string) => onRested?.(text));
  useEffect(() => {
    const subscription = actor.on('text.rested', ({ text }) => rested(text));
    return () => subscription.unsubscribe();
  }, [actor]);
  return [useSelector(actor, selectTyped), (text) => actor.send({ type: 'text.typed', text })];
}
