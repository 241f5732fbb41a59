import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createActor } from 'xstate';
import { selectTyped, typingMachine } from '../../machines/typing/typing-machine.ts';

/**
 * What is being typed, null once it rested for `restMs`, and what each key is reported to. `onRested` is
 * called with the text once it rested.
 */
export function useTyping(restMs: number, onRested?: (text: string) => void): [string | null, (text: string) => void] {
  // It ends by itself once nothing is typed.
  const [actor] = useState(() => createActor(typingMachine, { input: { restMs } }).start());
  const times = useSelector(actor, ({ context }) => context.times);
  const settle = useEffectEvent(() => onRested?.(actor.getSnapshot().context.text));
  useEffect(() => {
    if (times > 0) settle();
  }, [times]);
  return [useSelector(actor, selectTyped), (text) => actor.send({ type: 'text.typed', text })];
}
