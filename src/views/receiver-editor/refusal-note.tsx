import { Footer } from '@adobe/react-spectrum/Footer';
import type { FormRefusal } from '../../machines/receiver-editor/form-refusal.ts';
import styles from './receiver-editor.module.css';

/** Why a form is not gone on with, beside its buttons. */
export function RefusalNote({ refusal }: { refusal: FormRefusal | null }) {
  return (
    <Footer>
      {refusal === null ? null : (
        <span role="alert" className={styles.refused}>
          {refusal.text}
        </span>
      )}
    </Footer>
  );
}
