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

const pictures: readonly ChartFormat[] = ['png', 'svg'];

/** LIVE-13: CSV, PNG and SVG in one menu. While a file is made the button stops it. */
export function ChartMenu(props: {
  busy: boolean;
  /** Why it cannot be saved as a picture just now; null where it can. */
  whyNoPicture: string | null;
  onSave: (format: ChartFormat) => void;
  onCancel: () => void;
}) {
  const why = props.whyNoPicture;
  const disabled = why === null ? [] : pictures;
  const items = formats.map(({ id, name }) => ({ id, name: disabled.includes(id) ? `${name} (${why})` : name }));
  if (props.busy) return <ActionButton onPress={props.onCancel}>Stop saving</ActionButton>;
  return (
    <MenuTrigger>
      <ActionButton>
        <span className={styles.save}>
          <DownloadIcon size={18} />
          Save
        </span>
      </ActionButton>
      <Menu items={items} disabledKeys={disabled} onAction={(key) => props.onSave(key as ChartFormat)}>
        {(item) => <Item>{item.name}</Item>}
      </Menu>
    </MenuTrigger>
  );
}
