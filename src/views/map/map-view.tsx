import { ProgressCircle } from '@adobe/react-spectrum/ProgressCircle';
import { useSelector } from '@xstate/react';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { selectDrawing, selectLocationEdit } from '../../machines/map/map-selectors.ts';
import { mapAddress } from '../../model/map/map-address.ts';
import { Card } from '../controls/card.tsx';
import { FailedNotice } from '../controls/failed-notice.tsx';
import { Page } from '../controls/page.tsx';
import { ExpiredNotice } from '../receivers/expired-notice.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import { UnknownReceivers } from '../session/refused-address.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useAddress } from '../session/use-address.ts';
import { LocationEditing, useIsEditing } from './location-editing.tsx';
import { MapPanel } from './map-panel.tsx';
import { usePastPlaces } from './use-past-places.ts';
import styles from './map.module.css';

/** MAP-1: shows where the receivers are, and their status. */
export default function MapView({ actor, onReload }: ScreenProps<MapRef>) {
  const [{ receiver }] = useAddress(mapAddress);
  const edit = useSelector(actor, selectLocationEdit);
  const isEditing = useIsEditing(edit);
  const pastPlaces = usePastPlaces(actor);
  // A retired receiver in the address counts as known if it had a location on the shown day.
  const isKnownThen = pastPlaces?.some(({ rxId }) => rxId === receiver) === true;
  const hasMap = useSelector(actor, (snapshot) => ['webgl', 'svg'].includes(selectDrawing(snapshot)));
  return (
    <Page title="Map" about="Receivers by location" actions={<LineNotice />}>
      <ExpiredNotice />
      {receiver === null || isKnownThen ? null : <UnknownReceivers name="receiver" ids={[receiver]} />}
      <div className={isEditing ? styles.besideDrawer : undefined}>
        <Situation map={actor} onReload={onReload} />
      </div>
      {edit === undefined ? null : <LocationEditing edit={edit} hasMap={hasMap} onReload={onReload} />}
    </Page>
  );
}

function Situation({ map, onReload }: { map: MapRef; onReload: () => void }) {
  const drawing = useSelector(map, selectDrawing);
  if (drawing === 'loading') {
    return (
      <Card label="Map">
        <div className={styles.waiting}>
          <ProgressCircle isIndeterminate aria-label="Loading the map" size="L" />
        </div>
      </Card>
    );
  }
  if (drawing === 'broken') {
    return (
      <FailedNotice level={2} onRetry={onReload}>
        The map cannot be shown.
      </FailedNotice>
    );
  }
  return <MapPanel map={map} drawing={drawing} onReload={onReload} />;
}
