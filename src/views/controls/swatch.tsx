import { useOwnColour } from './use-own-colour.ts';
import styles from './swatch.module.css';

/**
 * The colour of a thing beside its name: a receiver's is round, a site's and a layer's has corners. A layer's
 * is as the map draws it.
 */
export function Swatch({ color, of }: { color: string | undefined; of: 'receiver' | 'site' | 'layer' }) {
  const own = useOwnColour(color);
  return <span className={styles.swatch} data-of={of} style={{ background: of === 'layer' ? color : own }} aria-hidden="true" />;
}
