import type { BatchEditContext } from '../../machines/batch-edit/batch-edit-rules.ts';
import { missingText } from '../../model/receiver-editor/batch-words.ts';
import styles from './batch-edit.module.css';

/** Says how many selected receivers are not in the system, if any. */
export function MissingNote({ context: { rxIds, receivers } }: { context: BatchEditContext }) {
  const missing = rxIds.length - receivers.length;
  return missing > 0 ? <p className={styles.note}>{missingText(missing)}</p> : null;
}
