import type { TextFieldRef } from '@adobe/react-spectrum/TextField';
import { type RefObject, useEffect, useRef } from 'react';

/** Returns a field's ref. While its form has the focus, a new `said` (null for none) scrolls it into view. */
export function useSeenText(said: unknown): RefObject<TextFieldRef | null> {
  const field = useRef<TextFieldRef>(null);
  useEffect(() => {
    const input = field.current?.getInputElement();
    if (said === null || !input) return;
    // Use the whole field: a new text is not yet linked to the input as its description.
    const whole = field.current?.UNSAFE_getDOMNode();
    if ((input.closest('form') ?? input).contains(document.activeElement)) whole?.scrollIntoView({ block: 'nearest' });
  }, [said]);
  return field;
}
