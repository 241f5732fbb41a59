import { Item, Menu } from '@adobe/react-spectrum/Menu';
import { MenuTrigger } from '@adobe/react-spectrum/MenuTrigger';
import { Button } from '../controls/button.tsx';
import { DownloadIcon } from '../controls/tool-icons.tsx';

/** The formats in which a chart can be saved. */
export type ChartFormat = 'csv' | 'png' | 'svg';

type Choice = ChartFormat | 'excel';

const formats: readonly { id: Choice; name: string }[] = [
  { id: 'csv', name: 'CSV' },
  { id: 'excel', name: 'CSV for Excel' },
  { id: 'png', name: 'PNG' },
  { id: 'svg', name: 'SVG' },
];

/**
 * Saves a chart as CSV, PNG or SVG (LIVE-13, FILE-17). While the file is being made, shows a button that
 * stops it.
 */
export function ChartMenu(props: {
  busy: boolean;
  /** Why no CSV can be saved now; and below, why no picture. Null if it can. */
  whyNoCsv: string | null;
  whyNoPicture: string | null;
  /** For a CSV, `csv.forExcel` says whether it is for Excel; for a picture, `csv` is empty. */
  onSave: (format: ChartFormat, csv: { forExcel?: boolean }) => void;
  onCancel: () => void;
}) {
  const items = formats.map(({ id, name }) => {
    const why = id === 'csv' || id === 'excel' ? props.whyNoCsv : props.whyNoPicture;
    return { id, name: why === null ? name : `${name} (${why})`, isDisabled: why !== null };
  });
  const disabled = items.filter(({ isDisabled }) => isDisabled).map(({ id }) => id);
  const choose = (choice: Choice): void => {
    if (choice === 'csv' || choice === 'excel') props.onSave('csv', { forExcel: choice === 'excel' });
    else props.onSave(choice, {});
  };
  if (props.busy) return <Button onPress={props.onCancel}>Stop saving</Button>;
  return (
    <MenuTrigger>
      <Button>
        <DownloadIcon size={18} />
        Save
      </Button>
      <Menu items={items} disabledKeys={disabled} onAction={(key) => choose(key as Choice)}>
        {(item) => <Item>{item.name}</Item>}
      </Menu>
    </MenuTrigger>
  );
}
