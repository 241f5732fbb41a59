import { Button } from './button.tsx';
import { ChoicePicker } from './choice-picker.tsx';

type Direction = 'ascending' | 'descending';
type Sort<Id> = { by: Id; direction: Direction };
type Props<Id> = {
  columns: readonly { id: Id; label: string; sortsFirst?: Direction }[];
  sort: Sort<Id>;
  onChange: (sort: Sort<Id>) => void;
};

/** Sorts a table on a phone, where it has no headings. */
export function SortPicker<Id extends string>({ columns, sort: { by, direction }, onChange }: Props<Id>) {
  const firstOf = (id: Id) => columns.find((column) => column.id === id)?.sortsFirst ?? direction;
  return (
    <>
      <ChoicePicker
        label="Sort by"
        items={columns.map(({ id, label }) => ({ id, name: label }))}
        value={by}
        onChoose={(id) => onChange({ by: id, direction: firstOf(id) })}
        width="size-2000"
      />
      <Button onPress={() => onChange({ by, direction: direction === 'ascending' ? 'descending' : 'ascending' })}>
        {direction === 'ascending' ? 'Ascending' : 'Descending'}
      </Button>
    </>
  );
}
