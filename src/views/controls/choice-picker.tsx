import { Item, Picker, type SpectrumPickerProps } from '@adobe/react-spectrum/Picker';

type Choice<Id> = { id: Id; name: string };
type Props<Id> = Omit<SpectrumPickerProps<Choice<Id>>, 'children' | 'items' | 'selectedKey' | 'onSelectionChange'> & {
  items: readonly Choice<Id>[];
  /** The chosen id; null if none is chosen yet. */
  value: Id | null;
  onChoose: (id: Id) => void;
};

/** Chooses one of a list of names. */
export function ChoicePicker<Id extends string>({ value, onChoose, ...own }: Props<Id>) {
  return (
    <Picker {...own} selectedKey={value} onSelectionChange={(key) => onChoose(key as Id)}>
      {({ name }) => <Item>{name}</Item>}
    </Picker>
  );
}
