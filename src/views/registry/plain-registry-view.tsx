import { type RegistryEntity, type RegistryRow, registries } from '../../model/registry/registries.ts';
import { capitalized, fieldLabel, withArticle } from '../../model/registry/field-text.ts';
import { isNumeric, type RegistryField } from '../../model/registry/registry.ts';
import type { RowColumns } from '../../model/tables/table-rows.ts';
import { ChoiceOf, NumberOf, TextOf } from './fields.tsx';
import { type FieldsProps, registryView } from './registry-view.tsx';

/** Each field takes what its schema does, which the form's controls cannot know by their types. */
type Values = Readonly<Record<string, never>>;

/** The page of a registry as its description has it: a form field for each field, and no other. */
export function plainRegistryView<Entity extends RegistryEntity>(entity: Entity, columns: RowColumns<RegistryRow<Entity>>) {
  type Row = RegistryRow<Entity>;
  const { many, written } = registries[entity];
  const fields: [string, RegistryField][] = Object.entries(registries[entity].fields);
  const title = capitalized(many);
  const valuesBy = (value: (name: string, field: RegistryField) => unknown): Values =>
    Object.fromEntries(fields.map(([name, field]) => [name, value(name, field)])) as Values;

  function Fields(of: FieldsProps<Row, Values>) {
    return fields.map(([name, field], at) => {
      const props = { of, name, label: fieldLabel(field) };
      const { choices, digits = 0 } = field;
      if (choices !== undefined) return <ChoiceOf key={name} {...props} choices={choices.map((word, id) => [id, word])} />;
      const orNone = mayBeNone(field);
      if (isNumeric(field)) return <NumberOf key={name} {...props} digits={digits} orNone={orNone} />;
      return <TextOf key={name} {...props} orNone={orNone} autoFocus={at === 0} />;
    });
  }

  return registryView<Row, Values>({
    entity: entity as never,
    title,
    about: `The ${many} of this study`,
    columns,
    empty: `Add ${withArticle(entity)}, and it will appear here.`,
    form: {
      schema: written,
      initial: () => valuesBy((_, field) => empty(field)),
      valuesOf: (row) => valuesBy((name) => (row as Readonly<Record<string, unknown>>)[name]),
      Fields,
    },
  });
}

/** What a field of a new row begins with. */
function empty(field: RegistryField) {
  if (field.choices !== undefined) return 0;
  if (mayBeNone(field)) return null;
  return isNumeric(field) ? Number.NaN : '';
}

function mayBeNone({ schema }: RegistryField): boolean {
  return schema.type === 'nullable';
}
