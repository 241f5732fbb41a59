import type { TextFieldRef } from '@adobe/react-spectrum/TextField';
import { type RefObject, useEffect, useRef } from 'react';

/** What is said under the field that a person is at is moved until it is seen; `said` is null for nothing. */
export function useSeenText(said: unknown): RefObject<TextFieldRef | null> {
  const field = useRef<TextFieldRef>(null);
  useEffect(() => {
    const input = field.current?.getInputElement();
    if (said === null || !input) return;
    // The whole field: a text that has just come is not named as its description yet.
    const whole = field.current?.UNSAFE_getDOMNode();
    if ((input.closest('form') ?? input).contains(document.activeElement)) whole?.scrollIntoView({ block: 'nearest' });
  }, [said]);
  return field;
}
