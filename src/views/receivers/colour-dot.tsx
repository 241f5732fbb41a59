import { useOwnColour } from '../controls/use-own-colour.ts';
import styles from './colour-dot.module.css';

/** A receiver's own colour, round; a site's, with corners. */
export function ColourDot({ color, of }: { color: string | undefined; of: 'receiver' | 'site' }) {
  return <span className={styles.dot} data-of={of} style={{ background: useOwnColour(color) }} />;
}
