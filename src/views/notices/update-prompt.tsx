import { updateText } from '../../machines/app-update/app-update-machine.ts';
import styles from './notices.module.css';

/** MSG-8: the top snackbar of a new version. */
export function UpdatePrompt(props: { open: boolean; busy: boolean; onReload: () => void }) {
  if (!props.open) return null;
  return (
    <div className={styles.update} role="status">
      <span>{updateText}</span>
      <button type="button" className={styles.reload} disabled={props.busy} onClick={props.onReload}>
        Reload
      </button>
    </div>
  );
}
