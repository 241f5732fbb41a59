/** By which column rows are sorted, and which way: beside its heading, which says it in words (LOOK-37). */
export function SortArrow({ direction }: { direction: 'ascending' | 'descending' }) {
  return (
    <svg aria-hidden="true" width="8" height="6" viewBox="0 0 8 6" fill="currentColor">
      <path d={direction === 'ascending' ? 'M0 6 4 0l4 6z' : 'M0 0l4 6 4-6z'} />
    </svg>
  );
}
