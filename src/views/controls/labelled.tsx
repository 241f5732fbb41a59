import type { ReactNode } from 'react';
import styles from './labelled.module.css';

/** A label above a control that is not one of Spectrum's fields, positioned like the labels of those. */
export function Labelled({ label, id, children }: { label: string; id?: string; children: ReactNode }) {
  return (
    <div className="stack align-start gap-4">
      <span id={id} className={styles.label}>
        {label}
      </span>
      {children}
    </div>
  );
}
