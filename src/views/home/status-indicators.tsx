import { shallowEqual, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { selectScreenSlot } from '../../machines/host-session/host-session-selectors.ts';
import { selectScreenResource } from '../../machines/screen/screen-selectors.ts';
import type { ReceiverStatusName } from '../../model/entities/receiver.ts';
import { receiverIndicator } from '../../model/entities/receiver-health.ts';
import { beaconStatus, beaconsModel } from '../../model/journal/screen-models/beacons.ts';
import { enabledCount, statusCounts, warningCount } from '../../model/journal/read-models/fleet-selectors.ts';
import { statusLooks } from '../controls/status-mark.tsx';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { receiversLink } from '../../model/receivers/receivers-link.ts';
import { useReadModel, useScreenModel, useSession } from '../session/session-actors.tsx';
import { Renewal } from './renewal.tsx';
import styles from './status-indicators.module.css';

type Level = 'disabled' | 'error' | 'ok';

const receiverWords = { disabled: 'None enabled', error: 'Not all online', ok: 'All online' } as const;
const beaconWords = { disabled: 'No beacons', error: 'Not all heard', ok: 'All heard' } as const;
const levelLook = { disabled: 'disabled', error: 'offline', ok: 'online' } as const;

/** Shows the indicator of the receivers (RX-20). */
export function ReceiversStatus() {
  const level = useReadModel(({ fleet }) => receiverIndicator(Object.values(fleet.receivers)));
  const online = useReadModel(({ fleet }) => statusCounts(fleet).online);
  const enabled = useReadModel(({ fleet }) => enabledCount(fleet));
  return <StatusIndicator label="Receivers" level={level} word={receiverWords[level]} count={`${online} of ${enabled} online`} />;
}

/** Shows the indicator of the beacons (REG-13). */
export function BeaconsStatus() {
  const status = useScreenModel(beaconsModel, beaconStatus, shallowEqual);
  const slot = useSelector(useSession().session, selectScreenSlot);
  const beacons = useSelector(slot, (snapshot) => snapshot && selectScreenResource(snapshot, 'beacons'));
  const renewal = <Renewal resource={beacons} isKnown={status !== null} />;
  if (status === null) return <StatusIndicator label="Beacons" level="disabled" word="–" count="" renewal={renewal} />;
  const { all, recent, indicator } = status;
  const count = all === 0 ? '' : `${recent} of ${all} in the past hour`;
  return <StatusIndicator label="Beacons" level={indicator} word={beaconWords[indicator]} count={count} renewal={renewal} />;
}

/** Shows an indicator: its subject, a word for the state, and a count such as '2 of 3'. */
function StatusIndicator(props: { label: string; level: Level; word: string; count: string; renewal?: ReactNode }) {
  const { color, Icon } = statusLooks[levelLook[props.level]];
  return (
    <div className={styles.indicator} data-level={props.level}>
      <span className="icon" style={{ color }}>
        <Icon size={28} />
      </span>
      <span>
        <span className={styles.label}>{props.label}</span>
        <span className="heading">{props.word}</span>
        <span className={styles.count}>{props.count}</span>
      </span>
      {props.renewal}
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

/**
 * Counts the receivers in each status (RX-12). Leaves out statuses without receivers, except online. The
 * second count is of receivers with a warning, if any, with a link to them (NAV-25).
 */
export function StatusTally() {
  const counts = useReadModel(({ fleet }) => statusCounts(fleet), shallowEqual);
  return (
    <ul className={`wrap above-8 ${styles.tally}`} aria-label="Receivers by status">
      {order
        .filter((name) => name === 'online' || counts[name] > 0)
        .map((name) => {
          const { color, Icon } = statusLooks[name];
          return (
            <li key={name} className={styles.chip} data-status={name}>
              <span className="icon" style={{ color }}>
                <Icon size={16} />
              </span>
              {words[name]} <b>{counts[name]}</b>
            </li>
          );
        })
        .toSpliced(1, 0, <Warnings key="warning" />)}
    </ul>
  );
}

function Warnings() {
  const mitasId = useSelector(useSession().session, (snapshot) => snapshot.context.mitasId);
  const count = useReadModel(({ fleet }) => warningCount(fleet));
  if (count === 0) return null;
  const { color, Icon, word } = statusLooks.warning;
  const search = receiversLink({ show: 'warning' });
  return (
    <li>
      <Link className={styles.chip} data-status="warning" href={`${screenUrl(mitasId, 'receivers')}${search}`}>
        <span className="icon" style={{ color }}>
          <Icon size={16} />
        </span>
        {word} <b>{count}</b>
      </Link>
    </li>
  );
}
