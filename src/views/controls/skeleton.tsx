import styles from './skeleton.module.css';

/** Bars as high as the content they replace, so that nothing jumps; hidden for the first 300 ms (LOOK-8). */
export function Skeleton(props: { label: string; bars: number; barHeight: number }) {
  return (
    <div className="stack soon" role="status" aria-label={props.label}>
      {Array.from({ length: props.bars }, (_, each) => (
        <span key={each} className={styles.bar} style={{ height: props.barHeight }} />
      ))}
    </div>
  );
}
