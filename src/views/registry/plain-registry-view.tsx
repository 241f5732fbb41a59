import { type RegistryEntity, type RegistryRow, registries } from '../../model/registry/registries.ts';
import { fieldLabel, capitalized } from '../../model/registry/field-text.ts';
import { isNumeric, type RegistryField } from '../../model/registry/registry.ts';
import type { RowColumns } from '../../model/tables/table-rows.ts';
import { ChoiceOf, NumberOf, TextOf } from './fields.tsx';
import { type FieldsProps, registryView } from './registry-view.tsx';

type Values = Readonly<Record<string, never>>;

/** The page of a registry as its description has it: a form field for each field, and no other. */
export function plainRegistryView<Entity extends RegistryEntity>(entity: Entity, columns: RowColumns<RegistryRow<Entity>>) {
  type Row = RegistryRow<Entity>;
  const { many, written } = registries[entity];
  const fields: [string, RegistryField][] = Object.entries(registries[entity].fields);
  const title = capitalized(many);
  const empty = ({ choices, ...field }: RegistryField) => (choices !== undefined ? 0 : isNumeric(field) ? Number.NaN : '');
  const valuesBy = (value: (name: string, field: RegistryField) => unknown): Values =>
    Object.fromEntries(fields.map(([name, field]) => [name, value(name, field)])) as Values;

  function Fields(of: FieldsProps<Row, Values>) {
    return fields.map(([name, field], at) => {
      const props = { of, name, label: fieldLabel(field) };
      if (field.choices !== undefined)
        return <ChoiceOf key={name} {...props} choices={field.choices.map((word, id) => [id, word])} />;
      return isNumeric(field) ? <NumberOf key={name} {...props} /> : <TextOf key={name} {...props} autoFocus={at === 0} />;
    });
  }

  return registryView<Row, Values>({
    entity,
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

/** 'an animal', 'a vehicle' */
function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
