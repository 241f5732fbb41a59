import { type RegistryEntity, type RegistryRow, registries } from '../../model/registry/registries.ts';
import { capitalized, withArticle } from '../../model/registry/field-text.ts';
import type { RowColumns } from '../../model/tables/table-rows.ts';
import { plainForm, type PlainValues } from './plain-form.tsx';
import { registryView } from './registry-view.tsx';

/** Returns the page of a registry from its description alone, with one form field for each field. */
export function plainRegistryView<Entity extends RegistryEntity>(entity: Entity, columns: RowColumns<RegistryRow<Entity>>) {
  const { many, written, fields } = registries[entity];
  return registryView<RegistryRow<Entity>, PlainValues>({
    entity: entity as never,
    title: capitalized(many),
    about: `The ${many} of this study`,
    columns,
    empty: `Add ${withArticle(entity)}, and it will appear here.`,
    form: { schema: written, ...plainForm(fields) },
  });
}
