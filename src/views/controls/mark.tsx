import { shapePath } from '../../model/live/mark-shape.ts';
import styles from './swatch.module.css';

/** A mark as the charts draw it, beside the name of what it represents. */
export function Mark({ shape, colour, of }: { shape: number; colour: string | undefined; of?: string }) {
  return (
    <svg className={styles.swatch} data-of={of} viewBox="0 0 12 12" aria-hidden="true">
      <path style={{ fill: colour }} d={shapePath(shape, 6, 6, 12)} />
    </svg>
  );
}
