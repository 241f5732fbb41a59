import type { RowColumn, RowColumns } from '../tables/table-rows.ts';
import { fieldLabel, fieldText } from './field-text.ts';
import { type Description, type Held, isNumeric } from './registry.ts';

export function registryColumns<Row>({ fields }: Pick<Description, 'fields'>): RowColumns<Row> {
  const [first, ...others] = Object.entries(fields).map(([id, field]): RowColumn<Row> => {
    const held = (row: Row) => (row as Readonly<Record<string, Held>>)[id] ?? null;
    const text = (row: Row) => fieldText(field, held(row));
    const column = { id, label: fieldLabel(field), text };
    if (!isNumeric(field) || field.choices !== undefined) return column;
    const number = (row: Row) => held(row) as number | null;
    const plain = { ...column, text: (row: Row) => String(held(row) ?? ''), sortBy: number, isNumber: true };
    return field.unit === undefined ? plain : { ...plain, alone: text };
  });
  return [first!, ...others];
}
