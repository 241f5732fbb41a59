import styles from './sort-heading.module.css';

type Props = { label: string; direction: 'ascending' | 'descending' | undefined };

/** A column's heading. An arrow shows the direction if the rows are sorted by it (LOOK-37). */
export function SortHeading({ label, direction }: Props) {
  return (
    <span className={styles.heading}>
      <span>{label}</span>
      {direction === undefined ? null : (
        <svg aria-hidden="true" width="8" height="6" viewBox="0 0 8 6" fill="currentColor">
          <path d={direction === 'ascending' ? 'M0 6 4 0l4 6z' : 'M0 0l4 6 4-6z'} />
        </svg>
      )}
    </span>
  );
}
