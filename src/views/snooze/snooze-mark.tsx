import { icon } from '../controls/draw-icon.tsx';
import styles from './snooze.module.css';

/** A bell with a line through it. */
const SnoozeIcon = icon(
  <path d="M6 12.500V9a4 4 0 0 1 6.500-3.100M14 8.500v4l1.500 1.500H7M8.500 16.500h3M3.500 16.500l13-13" />,
);

/** Marks a snoozed receiver; `text` says until when. */
export function SnoozeMark({ text }: { text: string }) {
  return (
    <span className="icon quiet" role="img" aria-label={text} title={text}>
      <SnoozeIcon size={14} />
    </span>
  );
}

type ToolProps = { alias: string | null; snoozed: string | null; hasFocus?: boolean; onPress: () => void };

/**
 * A button that opens the form for one receiver. Its colour and text show whether the receiver is snoozed.
 */
export function SnoozeTool({ alias, snoozed, hasFocus = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      data-snoozed={snoozed !== null}
      ref={hasFocus ? focus : null}
      aria-label={snoozed === null ? `Snooze ${alias}` : `${alias}: ${snoozed}. Change`}
      title={snoozed ?? 'Snooze'}
      onClick={onPress}
    >
      <SnoozeIcon size={18} />
    </button>
  );
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}
