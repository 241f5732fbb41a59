import { Item, Picker, type SpectrumPickerProps } from '@adobe/react-spectrum/Picker';

type Choice<Id> = { id: Id; name: string };
type Props<Id> = Omit<SpectrumPickerProps<Choice<Id>>, 'children' | 'items' | 'selectedKey' | 'onSelectionChange'> & {
  items: readonly Choice<Id>[];
  /** Null while none is chosen. */
  value: Id | null;
  onChoose: (id: Id) => void;
};

/** A list to choose one of, each by its name. */
export function ChoicePicker<Id extends string>({ value, onChoose, ...own }: Props<Id>) {
  return (
    <Picker {...own} selectedKey={value} onSelectionChange={(key) => onChoose(key as Id)}>
      {({ name }) => <Item>{name}</Item>}
    </Picker>
  );
}
