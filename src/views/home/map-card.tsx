import { ProgressCircle } from '@adobe/react-spectrum/ProgressCircle';
import { useProvider } from '@adobe/react-spectrum/Provider';
import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { selectLand } from '../../machines/map/map-ground-machine.ts';
import { selectDrawing, selectGround, selectSize } from '../../machines/map/map-selectors.ts';
import type { MapCamera } from '../../model/map/camera.ts';
import { areSamePins, pinsOf } from '../../model/map/pins.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { FailedNotice } from '../controls/failed-notice.tsx';
import { Notice } from '../controls/notice.tsx';
import { BaseNote } from '../map/base-note.tsx';
import { LayersNote } from '../map/layers-note.tsx';
import { MapEdges } from '../map/map-edges.tsx';
import { MapTools, NobodyHere } from '../map/map-tools.tsx';
import SvgMap from '../map/svg-map.tsx';
import { useDrawnLayers } from '../map/use-drawn-layers.ts';
import { useSize } from '../map/use-size.ts';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import styles from './map-card.module.css';

export type MapCardProps = { map: MapRef; chosen: number | null; onReload: () => void };

/**
 * Shows in a card where the receivers are (NAV-21), drawn plainly; choosing a pin selects its receiver in the
 * list.
 */
export default function MapCard(props: MapCardProps) {
  const drawing = useSelector(props.map, selectDrawing);
  if (drawing === 'loading') {
    return (
      <div className={`row middle ${styles.waiting}`}>
        <ProgressCircle isIndeterminate aria-label="Loading the map" size="L" />
      </div>
    );
  }
  if (drawing === 'broken') {
    return (
      <FailedNotice level={3} onRetry={props.onReload}>
        The map cannot be shown.
      </FailedNotice>
    );
  }
  return drawing === 'empty' ? <NoLocations /> : <PlainMap {...props} />;
}

function NoLocations() {
  const mitasId = useSelector(useSession().session, (snapshot) => snapshot.context.mitasId);
  return (
    <Notice
      level={3}
      title="No locations to display"
      action={
        <Link className="link" href={screenUrl(mitasId, 'receivers/map')}>
          Open the map
        </Link>
      }
    >
      Assign some locations to your receivers to see a map!
    </Notice>
  );
}

function PlainMap({ map, chosen }: MapCardProps) {
  const base = useSelector(useSelector(map, selectGround), selectLand);
  const layers = useDrawnLayers(map);
  const size = useSelector(map, selectSize);
  const { colorScheme } = useProvider();
  const pins = useReadModel(({ fleet }) => pinsOf(fleet), areSamePins);
  const [camera, setCamera] = useState<MapCamera | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  useSize(frame, (now) => map.send({ type: 'frame.sized', size: now }));
  return (
    <>
      <BaseNote map={map} />
      <LayersNote map={map} />
      <div ref={frame} className={styles.frame}>
        {size === null ? null : (
          <SvgMap
            {...{ map, size, pins, base, chosen, layers }}
            isInPage
            scheme={colorScheme === 'light' ? 'light' : 'dark'}
            onLook={setCamera}
            onChoose={(group) => map.send({ type: 'group.pressed', group })}
            onPoint={() => undefined}
          />
        )}
        {camera === null || size === null ? null : <MapEdges camera={camera} size={size} />}
        <MapTools map={map} />
        <NobodyHere map={map} />
      </div>
    </>
  );
}
