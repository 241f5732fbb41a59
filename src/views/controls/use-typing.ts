import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createActor } from 'xstate';
import { selectTyped, typingMachine } from '../../machines/typing/typing-machine.ts';

/**
 * Returns the text being typed, null after a pause of `restMs`, and a function to call with each change.
 * Calls `onRested` with the text after the pause.
 */
export function useTyping(restMs: number, onRested?: (text: string) => void): [string | null, (text: string) => void] {
  // The actor need not be stopped on unmount: its only timer ends by itself after the pause.
  const [actor] = useState(() => createActor(typingMachine, { input: { restMs } }).start());
  const times = useSelector(actor, ({ context }) => context.times);
  const settle = useEffectEvent(() => onRested?.(actor.getSnapshot().context.text));
  useEffect(() => {
    if (times > 0) settle();
  }, [times]);
  return [useSelector(actor, selectTyped), (text) => actor.send({ type: 'text.typed', text })];
}
