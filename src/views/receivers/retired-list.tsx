import type { RetiredReceiver } from '../../model/contract/receiver-history-calls.ts';
import { Button } from '../controls/button.tsx';
import { Notice } from '../controls/notice.tsx';
import { StatusMark } from '../controls/status-mark.tsx';
import { Swatch } from '../controls/swatch.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { pointStyleOf } from '../../model/journal/read-models/fleet-selectors.ts';
import { useReceiversScreen } from './receivers-screen.tsx';
import styles from './records.module.css';

/** Lists receivers that were retired with their data kept. Each can be restored. */
export function RetiredList(props: { receivers: readonly RetiredReceiver[] }) {
  const { receivers, editable, times } = useReceiversScreen();
  const sites = useReadModel(({ fleet }) => fleet.sites);
  const stamp = (ts: number): string => `${times.stamp(ts)} ${times.zone(ts)}`;
  if (props.receivers.length === 0) {
    return (
      <Notice level={3} title="No retired receivers">
        A deleted receiver that has sent data or has field notes moves here and keeps all of it.
      </Notice>
    );
  }
  return (
    <ol className={styles.list}>
      {props.receivers.map(({ id, alias, SiteId, color, at, by, heardAt }) => (
        <li key={id}>
          <span className={styles.retired}>
            <Swatch color={color} of="receiver" pointStyle={pointStyleOf({ sites }, { SiteId })} />
            <b>{alias}</b>
            {SiteId === null || sites[SiteId] === undefined ? null : `at ${sites[SiteId].alias}`}
          </span>
          <span className={styles.when}>{`Retired ${stamp(at)}${by === null ? '' : ` by ${by.name}`}`}</span>
          {heardAt === null ? null : <StatusMark status="warning" text={`Still sending, first heard ${stamp(heardAt)}`} />}
          {editable ? (
            <Button
              aria-label={`Restore ${alias}`}
              onPress={() =>
                receivers.send({ type: 'task.open', action: 'restore', receivers: [{ rxId: id, alias, siteId: SiteId }] })
              }
            >
              Restore
            </Button>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
