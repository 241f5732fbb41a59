import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { PastPlace } from '../../model/contract/system-locations-call.ts';
import { locationText } from '../../model/map/map-texts.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { receiversLink } from '../../model/receivers/receivers-link.ts';
import { Button } from '../controls/button.tsx';
import { FactList } from '../controls/fact-list.tsx';
import { CloseIcon } from '../controls/icons.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import styles from './map.module.css';

/**
 * The info window of a receiver on another day (MAP-11); nothing if the receiver had no location on that day.
 */
export function PastInfo({ place, onClose }: { place: PastPlace | undefined; onClose: () => void }) {
  const mitasId = useSelector(useSession().session, (snapshot) => snapshot.context.mitasId);
  const times = useTimes();
  const currentName = useReadModel(({ fleet }) => (place === undefined ? undefined : fleet.receivers[place.rxId]?.alias));
  if (place === undefined) return null;
  const { rxId, siteName, from, to } = place;
  const alias = currentName ?? place.alias;
  const page = `${screenUrl(mitasId, 'receivers')}${receiversLink({ receiver: rxId })}`;
  return (
    <section
      className={styles.info}
      aria-label={`Receiver ${alias}`}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <header className="row between">
        <h2 className="breaks large">{alias}</h2>
        <Button rank="quiet" aria-label="Close" onPress={onClose}>
          <CloseIcon size={18} />
        </Button>
      </header>
      <FactList
        facts={[
          ['Site', siteName ?? '–'],
          ['Location', locationText(place)],
          ['From', from === null ? 'Since the first record' : `${times.stamp(from)} ${times.zone(from)}`],
          ['To', to === null ? 'Now' : `${times.stamp(to)} ${times.zone(to)}`],
        ]}
      />
      {currentName === undefined ? (
        <p>Retired since.</p>
      ) : (
        <Link className={styles.link} href={page}>
          {`Open ${alias}`}
        </Link>
      )}
    </section>
  );
}
