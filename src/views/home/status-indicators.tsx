import type { ReceiverStatusName } from '../../model/entities/receiver.ts';
import type { StatusCounts } from '../../model/journal/read-models/fleet-selectors.ts';
import { statusLooks } from '../controls/status-mark.tsx';
import styles from './status-indicators.module.css';

type Level = 'disabled' | 'error' | 'ok';

const levelLook = { disabled: 'disabled', error: 'offline', ok: 'online' } as const;

/** One indicator (RX-20, REG-13): what it is about, how many of how many, and whether that is as it should be. */
export function StatusIndicator(props: { label: string; level: Level; word: string; count: string }) {
  const { color, Icon } = statusLooks[levelLook[props.level]];
  return (
    <div className={styles.indicator} data-level={props.level}>
      <span className={styles.icon} style={{ color }}>
        <Icon size={28} />
      </span>
      <span>
        <span className={styles.label}>{props.label}</span>
        <span className={styles.word}>{props.word}</span>
        <span className={styles.count}>{props.count}</span>
      </span>
    </div>
  );
}

const order: readonly ReceiverStatusName[] = ['online', 'rebooting', 'ready', 'open', 'offline', 'disabled'];
const words = {
  online: 'Online',
  rebooting: 'Rebooting',
  ready: 'Ready',
  open: 'Open',
  offline: 'Offline',
  disabled: 'Disabled',
} as const;

/** How many receivers are in each status (RX-12); statuses that no receiver is in are left out, online never is. */
export function StatusTally(props: { counts: StatusCounts }) {
  return (
    <ul className={styles.tally} aria-label="Receivers by status">
      {order
        .filter((name) => name === 'online' || props.counts[name] > 0)
        .map((name) => {
          const { color, Icon } = statusLooks[name];
          return (
            <li key={name} className={styles.chip} data-status={name}>
              <span className={styles.chipIcon} style={{ color }}>
                <Icon size={16} />
              </span>
              {words[name]} <b>{props.counts[name]}</b>
            </li>
          );
        })}
    </ul>
  );
}
