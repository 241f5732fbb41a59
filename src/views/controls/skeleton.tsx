import styles from './skeleton.module.css';

/** Bars of the height of what comes in their place, so that nothing jumps; under 300 ms nothing (LOOK-8). */
export function Skeleton(props: { label: string; bars: number; barHeight: number }) {
  return (
    <div className="stack soon" role="status" aria-label={props.label}>
      {Array.from({ length: props.bars }, (_, each) => (
        <span key={each} className={styles.bar} style={{ height: props.barHeight }} />
      ))}
    </div>
  );
}
