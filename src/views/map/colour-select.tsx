import { Item, Picker } from '@adobe/react-spectrum/Picker';
import { layerColours } from '../../model/layers/layer-edits.ts';
import { Swatch } from '../controls/swatch.tsx';
import styles from './layers-dialog.module.css';

/** Offers a few colours by name. A colour that is not among them is listed until another is chosen. */
export function ColourSelect(props: { label: string; color: string; isDisabled?: boolean; onChange: (color: string) => void }) {
  const { label, color, isDisabled = false, onChange } = props;
  const isOther = layerColours.every(([, one]) => one !== color);
  const items = [...(isOther ? [[color, color] as const] : []), ...layerColours].map(([name, id]) => ({ id, name }));
  return (
    <span className={styles.colour}>
      <Swatch color={color} of="layer" />
      <Picker
        aria-label={label}
        items={items}
        selectedKey={color}
        isDisabled={isDisabled}
        onSelectionChange={(key) => onChange(String(key))}
        width="size-1200"
      >
        {(item) => <Item>{item.name}</Item>}
      </Picker>
    </span>
  );
}
