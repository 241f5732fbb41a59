import { Item, Picker } from '@adobe/react-spectrum/Picker';
import { TextField } from '@adobe/react-spectrum/TextField';
import { NumberInput } from '../controls/number-input.tsx';
import type { FieldsProps } from './registry-view.tsx';

type Bound<Values, Name extends keyof Values> = {
  of: FieldsProps<never, Values> | Omit<FieldsProps<never, Values>, 'rows'>;
  name: Name;
  label: string;
};
type Named<Values, Held> = { [Name in keyof Values]: Values[Name] extends Held ? Name : never }[keyof Values];

const patch = <Values,>(name: keyof Values, value: unknown): Partial<Values> => ({ [name]: value }) as Partial<Values>;

const invalid = (problem: string | undefined) =>
  problem === undefined ? {} : { validationState: 'invalid' as const, errorMessage: problem };

/** A text field of a registry's form. With `orNone`, an empty field is null. */
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
 * A number field. An empty field is NaN, or null with `orNone`. A number out of range is reported, not
 * clamped.
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

/** A choice of numbers that are shown as words. */
export function ChoiceOf<Values>(
  props: Bound<Values, Named<Values, number>> & {
    choices: readonly (readonly [id: number, name: string])[];
    also?: (id: number) => Partial<Values>;
  },
) {
  const { of, name, label, choices, also } = props;
  return (
    <Picker
      label={label}
      width="100%"
      isDisabled={of.isDisabled}
      items={choices.map(([id, text]) => ({ id: String(id), text }))}
      selectedKey={String(of.values[name])}
      onSelectionChange={(key) => of.change({ ...patch(name, Number(key)), ...also?.(Number(key)) })}
    >
      {(item) => <Item>{item.text}</Item>}
    </Picker>
  );
}
