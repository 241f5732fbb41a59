import { appliedText } from '../../model/receiver-editor/batch-words.ts';
import type { BatchResult } from '../../model/contract/receiver-config-calls.ts';
import styles from './batch-edit.module.css';

/** Lists the receivers that a batch left unchanged, and why. */
export function BatchResults({ results }: { results: readonly BatchResult[] }) {
  const failed = results.filter(({ reason }) => reason !== null);
  return (
    <>
      <p className={styles.summary} role="alert">
        {appliedText(results.length - failed.length, results.length)}
      </p>
      <ul>
        {failed.map(({ rxId, alias, reason }) => (
          <li key={rxId} className={styles.receiver}>
            <strong>{alias}</strong>
            {`: ${reason ?? ''}`}
          </li>
        ))}
      </ul>
    </>
  );
}
