import type { ReactNode } from 'react';
import styles from './legend-list.module.css';

/** The groups of a chart, each a `LegendEntry`. */
export function LegendList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={`wrap gap-4-12 ${styles.groups}`} aria-label={label}>
      {children}
    </ul>
  );
}

type Props = {
  mark: ReactNode;
  label: string;
  count: string;
  isPressed: boolean;
  /**
   * How the entry looks while another group is isolated: 'aside' if the chart leaves the group out, 'faded'
   * if it fades it.
   */
  look?: 'aside' | 'faded' | undefined;
  /** Called with true when the pointer or the keyboard focus enters the entry, with false when it leaves. */
  onPoint: (isPointed: boolean) => void;
  onPress: () => void;
};

/** A group of a legend. Pointing at it isolates the group (LIVE-38, EXP-5); a touch only presses it. */
export function LegendEntry({ mark, label, count, isPressed, look, onPoint, onPress }: Props) {
  return (
    <li>
      <button
        type="button"
        className={styles.group}
        aria-pressed={isPressed}
        data-aside={look === 'aside'}
        data-faded={look === 'faded'}
        onPointerEnter={({ pointerType }) => (pointerType === 'touch' ? undefined : onPoint(true))}
        onPointerLeave={() => onPoint(false)}
        onFocus={({ currentTarget }) => (currentTarget.matches(':focus-visible') ? onPoint(true) : undefined)}
        onBlur={() => onPoint(false)}
        onClick={onPress}
      >
        {mark}
        <span className={`ellipsis ${styles.label}`}>{label}</span>
        <span className="quiet digits">{count}</span>
      </button>
    </li>
  );
}
