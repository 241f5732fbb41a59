import { VisuallyHidden } from 'react-aria/VisuallyHidden';
import type { ReceiverStatusName } from '../../model/entities/receiver.ts';
import { CheckCircleIcon, CrossCircleIcon, WarningIcon } from './icons.tsx';
import { ClockIcon, MinusCircleIcon, PlugIcon, RebootIcon } from './tool-icons.tsx';
import styles from './status-mark.module.css';

/**
 * The look of each state: colour, icon and word, always together (LOOK-3). Pins, chips, rows and charts read
 * this table.
 */
export const statusLooks = {
  online: { color: 'var(--console-online)', Icon: CheckCircleIcon, word: 'Online' },
  warning: { color: 'var(--console-warning)', Icon: WarningIcon, word: 'Warning' },
  rebooting: { color: 'var(--console-busy)', Icon: RebootIcon, word: 'Rebooting' },
  waiting: { color: 'var(--console-busy)', Icon: ClockIcon, word: 'Waiting' },
  ready: { color: 'var(--console-busy)', Icon: CheckCircleIcon, word: 'Ready' },
  open: { color: 'var(--console-open)', Icon: PlugIcon, word: 'TCP open, contacting receiver' },
  offline: { color: 'var(--console-offline)', Icon: CrossCircleIcon, word: 'Offline' },
  disabled: { color: 'var(--console-disabled)', Icon: MinusCircleIcon, word: 'Disabled' },
} as const satisfies Record<ReceiverStatusName | 'warning' | 'waiting', unknown>;

export type StatusLook = keyof typeof statusLooks;

/**
 * Shows a state: its icon in its colour, and its word. `text` replaces the word if more is known. If `text`
 * changes every second, screen readers get `spoken` instead.
 */
export function StatusMark(props: { status: StatusLook; text?: string; spoken?: string }) {
  const { color, Icon, word } = statusLooks[props.status];
  return (
    <span className={styles.mark} data-status={props.status}>
      <span className={props.status === 'rebooting' ? `icon ${styles.turning}` : 'icon'} style={{ color }}>
        <Icon size={18} />
      </span>
      <span aria-hidden={props.spoken !== undefined}>{props.text ?? word}</span>
      {props.spoken === undefined ? null : <VisuallyHidden elementType="span">{props.spoken}</VisuallyHidden>}
    </span>
  );
}
