import styles from './activity.module.css';

/** Stands while the first page comes, of its size so that nothing jumps (LOOK-8). */
export function ActivityLoading() {
  return (
    <div className={styles.loading} role="status" aria-label="Loading changes">
      {Array.from({ length: 8 }, (_, each) => (
        <span key={each} className={styles.skeleton} />
      ))}
    </div>
  );
}
