import type { Banner } from '../../machines/banner/banner-machine.ts';
import { CloseIcon } from '../controls/icons.tsx';
import styles from './notices.module.css';

/** MSG-6: the strip of the banner queue. */
export function BannerStrip(props: { banner: Banner | null; open: boolean; onDismiss: () => void }) {
  if (props.banner === null || !props.open) return null;
  return (
    <div className={styles.banner} role="status" data-variant={props.banner.variant}>
      <span>{props.banner.message}</span>
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={props.onDismiss}>
        <CloseIcon size={16} />
      </button>
    </div>
  );
}
