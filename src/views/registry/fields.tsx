import { TextField } from '@adobe/react-spectrum/TextField';
import { invalid } from '../controls/invalid.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { NumberInput } from '../controls/number-input.tsx';
import type { FieldsProps } from './registry-view.tsx';

type Bound<Values, Name extends keyof Values> = {
  of: FieldsProps<never, Values> | Omit<FieldsProps<never, Values>, 'rows'>;
  name: Name;
  label: string;
};
type Named<Values, Held> = { [Name in keyof Values]: Values[Name] extends Held ? Name : never }[keyof Values];

const patch = <Values,>(name: keyof Values, value: unknown): Partial<Values> => ({ [name]: value }) as Partial<Values>;

/** A text of a form of a registry; nothing in it is null where it may be `orNone`. */
export function TextOf<Values>(props: Bound<Values, Named<Values, string | null>> & { autoFocus?: boolean; orNone?: boolean }) {
  const { of, name, label, autoFocus = false, orNone = false } = props;
  return (
    <TextField
      autoFocus={autoFocus}
      label={label}
      width="100%"
      isDisabled={of.isDisabled}
      value={String(of.values[name] ?? '')}
      onChange={(text) => of.change(patch(name, orNone && text === '' ? null : text))}
      {...invalid(of.problemOf(name))}
    />
  );
}

/**
 * A number of a form; nothing in it is NaN, or null where it may be `orNone`. It is not clamped: what does
 * not fit is said.
 */
export function NumberOf<Values>(props: Bound<Values, Named<Values, number | null>> & { digits?: number; orNone?: boolean }) {
  const { of, name, label, digits = 0, orNone = false } = props;
  return (
    <NumberInput
      label={label}
      step={10 ** -digits}
      isWhole={digits === 0}
      isDisabled={of.isDisabled}
      value={of.values[name]}
      problem={of.problemOf(name)}
      onChange={(value) => of.change(patch(name, value ?? (orNone ? null : Number.NaN)))}
    />
  );
}

/** One of a few numbers by their words. */
export function ChoiceOf<Values>(
  props: Bound<Values, Named<Values, number>> & {
    choices: readonly (readonly [id: number, name: string])[];
    also?: (id: number) => Partial<Values>;
  },
) {
  const { of, name, label, choices, also } = props;
  return (
    <ChoicePicker
      label={label}
      width="100%"
      isDisabled={of.isDisabled}
      items={choices.map(([id, each]) => ({ id: String(id), name: each }))}
      value={String(of.values[name])}
      onChoose={(key) => of.change({ ...patch(name, Number(key)), ...also?.(Number(key)) })}
    />
  );
}
