import { icon } from '../controls/draw-icon.tsx';
import styles from './snooze.module.css';

/** A bell that is struck through. */
export const SnoozeIcon = icon(
  <path d="M6 12.500V9a4 4 0 0 1 6.500-3.100M14 8.500v4l1.500 1.500H7M8.500 16.500h3M3.500 16.500l13-13" />,
);

/** The small mark of a snoozed receiver: `text` says until when. */
export function SnoozeMark({ text }: { text: string }) {
  return (
    <span className={styles.mark} role="img" aria-label={text} title={text}>
      <SnoozeIcon size={14} />
    </span>
  );
}
