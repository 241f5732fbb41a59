import { fieldLabel } from '../../model/registry/field-text.ts';
import { isNumeric, type RegistryField } from '../../model/registry/registry.ts';
import { ChoiceOf, NumberOf, TextOf } from './fields.tsx';
import type { FieldsProps } from './registry-view.tsx';

/**
 * The values of a form. Each field takes what its schema allows, which the types of the form controls cannot
 * express, hence `never`.
 */
export type PlainValues = Readonly<Record<string, never>>;

/** Returns the form of a registry, with a control for each described field. */
export function plainForm(described: Readonly<Record<string, RegistryField>>) {
  const fields = Object.entries(described);
  const valuesBy = (value: (name: string, field: RegistryField) => unknown): PlainValues =>
    Object.fromEntries(fields.map(([name, field]) => [name, value(name, field)])) as PlainValues;

  function Fields(of: FieldsProps<never, PlainValues> | Omit<FieldsProps<never, PlainValues>, 'rows'>) {
    return fields.map(([name, field], at) => {
      const props = { of, name, label: fieldLabel(field) };
      const { choices, digits = 0 } = field;
      if (choices !== undefined) return <ChoiceOf key={name} {...props} choices={choices.map((word, id) => [id, word])} />;
      const orNone = mayBeNone(field);
      if (isNumeric(field)) return <NumberOf key={name} {...props} digits={digits} orNone={orNone} />;
      return <TextOf key={name} {...props} orNone={orNone} autoFocus={at === 0} />;
    });
  }

  return {
    initial: () => valuesBy((_, field) => empty(field)),
    valuesOf: (row: object) => valuesBy((name) => (row as Readonly<Record<string, unknown>>)[name]),
    Fields,
  };
}

/** Returns the value of a field in a new row. */
function empty(field: RegistryField) {
  if (field.choices !== undefined) return 0;
  if (mayBeNone(field)) return null;
  return isNumeric(field) ? Number.NaN : '';
}

function mayBeNone({ schema }: RegistryField): boolean {
  return schema.type === 'nullable';
}
