import { ActionButton } from '@adobe/react-spectrum/ActionButton';
import { Item, Menu } from '@adobe/react-spectrum/Menu';
import { MenuTrigger } from '@adobe/react-spectrum/MenuTrigger';
import { DownloadIcon } from '../controls/tool-icons.tsx';
import styles from './chart-menu.module.css';

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
  /** Formats that cannot be had just now. */
  disabled: readonly ChartFormat[];
  onSave: (format: ChartFormat) => void;
  onCancel: () => void;
}) {
  if (props.busy) return <ActionButton onPress={props.onCancel}>Stop saving</ActionButton>;
  return (
    <MenuTrigger>
      <ActionButton>
        <span className={styles.save}>
          <DownloadIcon size={18} />
          Save
        </span>
      </ActionButton>
      <Menu items={formats} disabledKeys={props.disabled} onAction={(key) => props.onSave(key as ChartFormat)}>
        {(format) => <Item>{format.name}</Item>}
      </Menu>
    </MenuTrigger>
  );
}
