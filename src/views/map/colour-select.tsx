import { layerColours } from '../../model/layers/layer-edits.ts';
import styles from './layers-dialog.module.css';

/** One of a few colours, by name; one that is none of them stays until another is chosen. */
export function ColourSelect(props: { label: string; color: string; isDisabled?: boolean; onChange: (color: string) => void }) {
  const { label, color, isDisabled = false, onChange } = props;
  const isOther = layerColours.every(([, one]) => one !== color);
  return (
    <span className={styles.colour}>
      <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />
      <select
        className={styles.select}
        aria-label={label}
        value={color}
        disabled={isDisabled}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      >
        {isOther ? <option value={color}>{color}</option> : null}
        {layerColours.map(([name, one]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
