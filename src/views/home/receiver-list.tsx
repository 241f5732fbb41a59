import type { Receiver } from '../../model/entities/receiver.ts';
import { receiverStatusName } from '../../model/entities/receiver.ts';
import { hasReported, memoryUsedPercent, receiverHealth, receiverHealthTexts } from '../../model/entities/receiver-health.ts';
import type { SiteGroup } from '../../model/journal/read-models/fleet-selectors.ts';
import { Notice } from '../controls/notice.tsx';
import { type StatusLook, StatusMark, statusLooks } from '../controls/status-mark.tsx';
import styles from './receiver-list.module.css';

const healthLook = { disabled: 'disabled', pass: 'online', warn: 'warning', error: 'offline' } as const;

/** Receivers by site with status and health (spec §2 Home, §4); one may be selected. */
export function ReceiverList(props: { groups: readonly SiteGroup[]; selected: number | null; onSelect: (rxId: number) => void }) {
  if (props.groups.every((group) => group.receivers.length === 0)) {
    return (
      <Notice level={3} title="No receivers to show">
        Receivers appear here once they are added, with or without a site.
      </Notice>
    );
  }
  return (
    <div className={styles.sites}>
      {props.groups.map((group) => (
        <section key={group.site?.id ?? 'none'} aria-label={group.site?.alias ?? 'Without a site'}>
          <h3 className={styles.site}>
            <span className={styles.dot} style={{ background: group.site?.color ?? 'var(--console-disabled)' }} />
            <span className={styles.siteName}>{group.site?.alias ?? 'Without a site'}</span>
            <span className={styles.siteCount}>
              {group.receivers.length === 1 ? '1 receiver' : `${group.receivers.length} receivers`}
            </span>
          </h3>
          <ul className={styles.rows}>
            {group.receivers.map((rx) => (
              <ReceiverRow key={rx.id} rx={rx} selected={props.selected === rx.id} onSelect={props.onSelect} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ReceiverRow(props: { rx: Receiver; selected: boolean; onSelect: (rxId: number) => void }) {
  const { rx } = props;
  const status: StatusLook = rx.enabled ? receiverStatusName(rx.status) : 'disabled';
  const health = receiverHealth(rx);
  const texts = receiverHealthTexts(rx).filter((text) => text !== statusLooks[status].word);
  const running = rx.enabled && status === 'online' && hasReported(rx);
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-pressed={props.selected}
        onClick={() => props.onSelect(rx.id)}
        data-health={health}
      >
        <span className={styles.dot} style={{ background: rx.color }} />
        <span className={styles.name} title={rx.alias}>
          {rx.alias}
        </span>
        <span className={styles.status}>
          <StatusMark status={status} />
        </span>
        <span className={styles.facts}>
          <span className={styles.health} style={{ color: statusLooks[healthLook[health]].color }}>
            {texts.join(', ') || (health === 'pass' ? 'Good' : '')}
          </span>
          <span className={styles.details}>{running ? details(rx) : '–'}</span>
        </span>
      </button>
    </li>
  );
}

/** Spec §4: status details show voltage, memory, firmware only when enabled and running. */
function details(rx: Receiver): string {
  const percent = memoryUsedPercent(rx);
  const memory = rx.memoryTotalMb === null ? 'No SD card inserted' : percent === null ? '–' : `memory ${Math.round(percent)} %`;
  const firmware =
    rx.firmwareMajor === null
      ? ''
      : `, firmware ${[rx.firmwareMajor, rx.firmwareMinor, rx.firmwarePatch].filter((part) => part !== null).join('.')}`;
  return `${rx.voltage === null ? '–' : rx.voltage.toFixed(1)} V, ${memory}${firmware}`;
}
