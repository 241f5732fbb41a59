import { TextField } from '@adobe/react-spectrum/TextField';
import { useState } from 'react';
import { minus } from '../../model/text/number-text.ts';
import { typedNumber, typedWhole } from '../../model/config/typed-values.ts';
import { invalid } from './invalid.ts';
import { useSeenText } from './seen-text.ts';

type Props = {
  label: string;
  unit?: string | undefined;
  /** What an arrow key adds or subtracts. */
  step: number;
  /** How many decimals are always shown; null for as many as the number has. */
  decimals?: number | null;
  value: unknown;
  /** Shown while the field has no value. */
  placeholder?: string;
  problem: string | undefined;
  note?: string | undefined;
  /** Accepts only whole numbers, and reads '4,200' as four thousand two hundred. */
  isWhole?: boolean;
  isDisabled?: boolean;
  /** Called with each key; `value` is null while `text` is not a number. */
  onChange: (value: number | null, text: string) => void;
  /**
   * Returns the number that the field allows instead of a typed or stepped one; applied on blur and on a
   * step.
   */
  snap?: (value: number) => number;
};

/**
 * A field for a number that keeps what is typed, even if it cannot be saved. Spectrum's NumberField changes a
 * number outside its bounds without asking, and reports what was typed only on blur (FORM-20). Arrow up and
 * down step the number.
 */
export function NumberInput(props: Props) {
  const { label, unit, step, problem, note } = props;
  const value = isNumber(props.value) ? props.value : null;
  // The typed text is shown as long as it means the current value; otherwise, the value as text.
  const [typed, setTyped] = useState<{ text: string; value: number | null } | null>(null);
  const text = typed !== null && typed.value === value ? typed.text : textOf(value, props.decimals ?? null);
  const field = useSeenText(problem ?? null);
  const change = (next: string): void => {
    const number = (props.isWhole === true ? typedWhole : typedNumber)(next);
    setTyped({ text: next, value: number });
    props.onChange(number, next);
  };
  const leave = (): void => {
    if (value === null) return;
    setTyped(null);
    const snapped = props.snap?.(value) ?? value;
    if (snapped !== value) props.onChange(snapped, minus(snapped));
  };
  const stepBy = (direction: 1 | -1): void => {
    if (value === null) return;
    const next = Math.round((value + direction * step) * 1_000) / 1_000;
    const snapped = props.snap?.(next) ?? next;
    setTyped(null);
    props.onChange(snapped, minus(snapped));
  };
  return (
    <TextField
      ref={field}
      label={unit === undefined ? label : `${label} (${unit})`}
      width="100%"
      inputMode="text"
      {...(props.isDisabled === undefined ? {} : { isDisabled: props.isDisabled })}
      value={text}
      {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
      onChange={change}
      onBlur={leave}
      onKeyDown={(event) => {
        // Spectrum stops every key if the field listens to keys. Let the others through: Escape is for the
        // dialog.
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return event.continuePropagation();
        event.preventDefault();
        stepBy(event.key === 'ArrowUp' ? 1 : -1);
      }}
      {...invalid(problem)}
      {...(note === undefined ? {} : { description: note })}
    />
  );
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value);

function textOf(value: number | null, decimals: number | null): string {
  if (value === null) return '';
  return decimals === null ? minus(value) : value.toFixed(decimals);
}
