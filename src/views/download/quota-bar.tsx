import type { DumpQuota } from '../../model/entities/dump-file.ts';
import { quotaLevel, quotaNote, quotaText } from '../../model/files/dump-files.ts';
import { type StatusLook, StatusMark } from '../controls/status-mark.tsx';
import styles from './download.module.css';

const looks = { warning: 'warning', full: 'offline' } as const satisfies Record<string, StatusLook>;

/** Shows how much of the storage for files is used: a warning from 80 % on, an error when it is full. */
export function QuotaBar({ quota }: { quota: DumpQuota }) {
  const { usedBytes, limitBytes } = quota;
  const level = quotaLevel(quota);
  const note = quotaNote(quota);
  const share = Math.min(100, Math.floor((100 * usedBytes) / Math.max(1, limitBytes)));
  return (
    <div className={styles.quota} data-level={level}>
      <div
        className={styles.bar}
        role="meter"
        aria-label="Storage for data files"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        aria-valuetext={quotaText(quota)}
      >
        <span style={{ width: `${share}%` }} />
      </div>
      <span className="digits">{quotaText(quota)}</span>
      {level === 'fine' || note === null ? null : (
        <span role="status">
          <StatusMark status={looks[level]} text={note} />
        </span>
      )}
    </div>
  );
}
