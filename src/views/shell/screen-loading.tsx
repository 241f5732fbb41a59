import styles from './screens.module.css';

/** LOOK-8: a heading and a card of a screen, while its code comes. */
export function ScreenLoading() {
  return (
    <div className={styles.loading} role="status" aria-label="Loading the page">
      <span className={styles.headingSkeleton} />
      <span className={styles.cardSkeleton} />
    </div>
  );
}
