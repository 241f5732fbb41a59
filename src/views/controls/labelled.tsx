import type { ReactNode } from 'react';
import styles from './labelled.module.css';

/** A label above what is no field of Spectrum's, as it stands above those. */
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
