import type { FormRefusal } from '../../machines/receiver-editor/form-refusal.ts';
import styles from './receiver-editor.module.css';

/** Says beside a form's buttons why the form was refused. */
export function RefusalNote({ refusal }: { refusal: FormRefusal | null }) {
  if (refusal === null) return null;
  return (
    <span role="alert" className={styles.refusal}>
      {refusal.text}
    </span>
  );
}
