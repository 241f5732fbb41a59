import type { TextFieldRef } from '@adobe/react-spectrum/TextField';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref for a field. A new text `said` below the field scrolls the field into view if its form has
 * the focus; null means no text.
 */
export function useSeenText(said: unknown): RefObject<TextFieldRef | null> {
  const field = useRef<TextFieldRef>(null);
  useEffect(() => {
    const input = field.current?.getInputElement();
    if (said === null || !input) return;
    // Scroll the whole field, not what describes the input: a new text is not linked to the input yet.
    const whole = field.current?.UNSAFE_getDOMNode();
    if ((input.closest('form') ?? input).contains(document.activeElement)) whole?.scrollIntoView({ block: 'nearest' });
  }, [said]);
  return field;
}
