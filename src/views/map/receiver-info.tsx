import { Link } from 'wouter';
import { snoozedText, snoozedUntil } from '../../model/alarms/snoozed.ts';
import { type Receiver, receiverStatusName } from '../../model/entities/receiver.ts';
import { receiverHealth, receiverHealthTexts } from '../../model/entities/receiver-health.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { locationText } from '../../model/map/map-texts.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { receiversLink } from '../../model/receivers/receivers-link.ts';
import { relativeTime } from '../../model/time/relative-time.ts';
import { Button } from '../controls/button.tsx';
import { FactList } from '../controls/fact-list.tsx';
import { CloseIcon } from '../controls/icons.tsx';
import { type StatusLook, StatusMark, statusLooks } from '../controls/status-mark.tsx';
import { useIsReplay } from '../session/use-is-replay.ts';
import { SnoozeButton } from './map-snooze.tsx';
import styles from './map.module.css';

type Props = {
  rx: Receiver;
  heard: string | null;
  /** When the receiver was last heard, ms since the epoch. */
  heardTime: number | null;
  siteName: string | null;
  mitasId: string;
  now: number;
  times: TimeText;
  onReload: () => void;
  onClose: () => void;
};

const healthLook = { disabled: 'disabled', pass: 'online', warn: 'warning', error: 'offline' } as const;

/** The info window of a receiver (MAP-3): its health, when it was last heard, and a link to its page. */
export function ReceiverInfo({ rx, heard, heardTime, siteName, mitasId, now, times, onReload, onClose }: Props) {
  const status: StatusLook = rx.enabled ? receiverStatusName(rx.status) : 'disabled';
  const health = receiverHealth(rx);
  const texts = receiverHealthTexts(rx, useIsReplay()).filter((text) => text !== statusLooks[status].word);
  const snoozed = snoozedUntil(rx, now);
  const page = `${screenUrl(mitasId, 'receivers')}${receiversLink({ receiver: rx.id })}`;
  return (
    <section
      className={styles.info}
      aria-label={`Receiver ${rx.alias}`}
      onKeyDown={({ key, currentTarget, target }) => {
        // Ignore keys typed in a dialog over the page: React passes them on to this handler too.
        if (key === 'Escape' && currentTarget.contains(target as Element)) onClose();
      }}
    >
      <header className="row between">
        <h2 className="breaks large">{rx.alias}</h2>
        <Button rank="quiet" aria-label="Close" onPress={onClose}>
          <CloseIcon size={18} />
        </Button>
      </header>
      <FactList
        facts={[
          ['Site', siteName ?? '–'],
          ['Status', <StatusMark key="status" status={status} />],
          [
            'Health',
            <StatusMark key="health" status={healthLook[health]} text={texts.join(', ') || (health === 'pass' ? 'Good' : '–')} />,
          ],
          [
            'Last heard',
            heardTime === null ? (
              '–'
            ) : (
              <span key="heard" title={`${times.stamp(heardTime)} ${times.zone(heardTime)}`}>
                {relativeTime(heardTime, now)}
              </span>
            ),
          ],
          ['Contacts', heard ?? '–'],
          ['Location', locationText(rx)],
          ['Alarms', snoozed === null ? 'On' : snoozedText(snoozed, times)],
        ]}
      />
      <div className="row wrap between gap-8-16">
        <Link className={styles.link} href={page}>
          {`Open ${rx.alias}`}
        </Link>
        <SnoozeButton rx={rx} onReload={onReload} />
      </div>
    </section>
  );
}
