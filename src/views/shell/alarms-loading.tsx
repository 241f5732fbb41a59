import styles from './alarms-loading.module.css';

/**
 * ALM-13: placeholder rows while the list loads. They are as large as the list, so that nothing jumps
 * (LOOK-8).
 */
export function AlarmsLoading() {
  return (
    <div className={styles.loading} role="status" aria-label="Loading alarms">
      {[1, 2, 3, 4].map((each) => (
        <span key={each} className={styles.skeleton} />
      ))}
    </div>
  );
}
