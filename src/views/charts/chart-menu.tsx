import { Item, Menu } from '@adobe/react-spectrum/Menu';
import { MenuTrigger } from '@adobe/react-spectrum/MenuTrigger';
import { Button } from '../controls/button.tsx';
import { DownloadIcon } from '../controls/tool-icons.tsx';

/** What a chart can be saved as. */
export type ChartFormat = 'csv' | 'png' | 'svg';

const formats: readonly { id: ChartFormat; name: string }[] = [
  { id: 'csv', name: 'CSV' },
  { id: 'png', name: 'PNG' },
  { id: 'svg', name: 'SVG' },
];

/** LIVE-13: CSV, PNG and SVG in one menu. While a file is made the button stops it. */
export function ChartMenu(props: {
  busy: boolean;
  /** Why it cannot be saved just now, as a CSV and as a picture; null where it can. */
  whyNoCsv: string | null;
  whyNoPicture: string | null;
  onSave: (format: ChartFormat) => void;
  onCancel: () => void;
}) {
  const items = formats.map(({ id, name }) => {
    const why = id === 'csv' ? props.whyNoCsv : props.whyNoPicture;
    return { id, name: why === null ? name : `${name} (${why})`, isDisabled: why !== null };
  });
  const disabled = items.filter(({ isDisabled }) => isDisabled).map(({ id }) => id);
  if (props.busy) return <Button onPress={props.onCancel}>Stop saving</Button>;
  return (
    <MenuTrigger>
      <Button>
        <DownloadIcon size={18} />
        Save
      </Button>
      <Menu items={items} disabledKeys={disabled} onAction={(key) => props.onSave(key as ChartFormat)}>
        {(item) => <Item>{item.name}</Item>}
      </Menu>
    </MenuTrigger>
  );
}
