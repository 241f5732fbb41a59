import type { FormRefusal } from '../../machines/receiver-editor/form-refusal.ts';
import styles from './receiver-editor.module.css';

/** Why a form is not gone on with, beside its buttons. */
export function RefusalNote({ refusal }: { refusal: FormRefusal | null }) {
  if (refusal === null) return null;
  return (
    <span role="alert" className={styles.refusal}>
      {refusal.text}
    </span>
  );
}
