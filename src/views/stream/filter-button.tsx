import { ActionButton } from '@adobe/react-spectrum/ActionButton';
import { FilterIcon } from '../controls/tool-icons.tsx';
import styles from './stream.module.css';

/** LIVE-19: the floating button that opens the filters; says how many are set. */
export function FilterButton(props: { count: number; onPress: () => void }) {
  return (
    <div className={styles.floating}>
      <ActionButton onPress={props.onPress} aria-haspopup="dialog" UNSAFE_className={styles.filter}>
        <span className={styles.filterContent}>
          <FilterIcon size={18} />
          {props.count === 0 ? 'Filter' : `Filter (${props.count})`}
        </span>
      </ActionButton>
    </div>
  );
}
