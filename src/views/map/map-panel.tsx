import { useProvider } from '@adobe/react-spectrum/Provider';
import { useSelector } from '@xstate/react';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { selectDetail, selectLand } from '../../machines/map/map-ground-machine.ts';
import type { MapRef } from '../../machines/map/map-machine.ts';
import {
  selectGround,
  selectHeard,
  selectIsLost,
  selectIsStarting,
  selectLastHeard,
  selectLocationEdit,
  selectPast,
  selectSize,
} from '../../machines/map/map-selectors.ts';
import type { MapCamera } from '../../model/map/camera.ts';
import { heardText } from '../../model/map/heard-counts.ts';
import { mapAddress } from '../../model/map/map-address.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import { pinsThen } from '../../model/map/past-places.ts';
import { areSamePins, pinsOf } from '../../model/map/pins.ts';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { PartBoundary } from '../controls/parts.tsx';
import { Notice } from '../controls/notice.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { useAddress } from '../session/use-address.ts';
import { BaseNote } from './base-note.tsx';
import type { DetailReport } from './detail-painter.ts';
import type { DrawnMap } from './drawn-map.ts';
import { LayersNote } from './layers-note.tsx';
import { MapLayers } from './map-layers.tsx';
import { LocationButton } from './location-button.tsx';
import { LocationMarks, useIsEditing } from './location-editing.tsx';
import { MapEdges } from './map-edges.tsx';
import { MapList } from './map-list.tsx';
import { MapPast, PastButton } from './map-past.tsx';
import { MapTools, NobodyHere } from './map-tools.tsx';
import { PastInfo } from './past-info.tsx';
import { ReceiverInfo } from './receiver-info.tsx';
import { useDrawnLayers } from './use-drawn-layers.ts';
import { useIsHeardWhole } from './use-heard-whole.ts';
import { groupsAt } from './use-scene.ts';
import { useSize } from './use-size.ts';
import { usePastPlaces } from './use-past-places.ts';
import locationStyles from './location.module.css';
import styles from './map.module.css';
import { later } from '../controls/later.tsx';

const WebglMap = later(() => import('./webgl-map.tsx'));
const SvgMap = later(() => import('./svg-map.tsx'));

const noDetail: DetailReport = { credits: [], isLost: false, isWhole: false };

type Props = { map: MapRef; drawing: 'webgl' | 'svg' | 'empty'; onReload: () => void };

/** The map with its tools, the info window of the chosen receiver, and the list beside it. */
export function MapPanel({ map, drawing, onReload }: Props) {
  const [{ receiver }] = useAddress(mapAddress);
  const edit = useSelector(map, selectLocationEdit);
  const isEditing = useIsEditing(edit);
  const [detail, setDetail] = useState<DetailReport>(noDetail);
  const past = useSelector(map, selectPast);
  const pastPlaces = usePastPlaces(map);
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useSize(frame, (now) => map.send({ type: 'frame.sized', size: now }));
  const choose = useCallback((rxId: number) => map.send({ type: 'receiver.chosen', rxId }), [map]);
  /**
   * Closes the info window and focuses its receiver in the list: keyboard users would otherwise continue at
   * the top of the page.
   */
  const close = (): void => {
    map.send({ type: 'receiver.closed' });
    list.current?.querySelector<HTMLElement>(`[data-rx="${receiver}"]`)?.focus({ preventScroll: true });
  };
  return (
    <Card label="Map">
      {drawing === 'svg' ? <PlainNote map={map} /> : null}
      <BaseNote map={map} detail={detail} onReload={onReload} />
      <LayersNote map={map} />
      {past === undefined ? null : <MapPast past={past} />}
      <div className={styles.panel}>
        <div ref={frame} className={styles.frame}>
          {drawing === 'empty' && pastPlaces !== null ? (
            <Notice title="No locations to display">No receiver had a location on that day.</Notice>
          ) : drawing === 'empty' ? (
            <Notice title="No locations to display">Assign some locations to your receivers to see a map!</Notice>
          ) : (
            <Framed {...{ map, drawing, receiver, frame, onReload }} detail={detail} onDetail={setDetail} />
          )}
          <div className={locationStyles.floating}>
            {past === undefined ? null : <PastButton past={past} isEditing={isEditing} />}
            <LocationButton edit={edit} />
          </div>
        </div>
        {isEditing ? null : (
          <>
            {pastPlaces === null ? (
              <Chosen map={map} rxId={receiver} onReload={onReload} onClose={close} />
            ) : (
              <PastInfo place={pastPlaces.find(({ rxId }) => rxId === receiver)} onClose={close} />
            )}
            <MapList map={map} pastPlaces={pastPlaces} ref={list} chosen={receiver} onChoose={choose} />
          </>
        )}
      </div>
      <MapLayers map={map} onReload={onReload} />
    </Card>
  );
}

type FramedProps = Props & {
  drawing: 'webgl' | 'svg';
  receiver: number | null;
  frame: RefObject<HTMLElement | null>;
  detail: DetailReport;
  onDetail: (report: DetailReport) => void;
};

function Framed({ map, drawing, receiver, frame, onReload, detail, onDetail }: FramedProps) {
  const edit = useSelector(map, selectLocationEdit);
  const isEditing = useIsEditing(edit);
  const ground = useSelector(map, selectGround);
  const base = useSelector(ground, selectLand);
  const layers = useDrawnLayers(map);
  const size = useSelector(map, selectSize);
  const { colorScheme } = useProvider();
  const scheme = colorScheme === 'light' ? 'light' : 'dark';
  const pastPlaces = usePastPlaces(map);
  const pins = useReadModel(({ fleet }) => (pastPlaces === null ? pinsOf(fleet) : pinsThen(pastPlaces, fleet)), areSamePins);
  const [camera, setCamera] = useState<MapCamera | null>(null);
  const pointer = useRef<HTMLParagraphElement>(null);
  const press = (group: PinGroup | null): void => map.send({ type: 'group.pressed', group });
  return (
    <>
      {size === null ? null : (
        <PartBoundary waiting={null} onRetry={onReload}>
          <Drawing
            {...{ map, drawing, size, pins, base, layers, scheme }}
            chosen={receiver}
            onDetail={onDetail}
            onLook={setCamera}
            onChoose={(group) => {
              // Once a receiver is chosen for editing, a press on the map only sets its location, except
              // while the host's answer is awaited: then a press acts as usual.
              const now = edit?.getSnapshot();
              if (!isEditing || now?.matches({ open: 'choosing' }) === true || now?.hasTag('busy') === true) press(group);
            }}
            onPoint={(text) => {
              if (pointer.current !== null) pointer.current.textContent = text;
            }}
          />
        </PartBoundary>
      )}
      {camera === null || size === null ? null : (
        <MapEdges
          {...{ camera, size }}
          credits={drawing === 'svg' ? [] : detail.credits}
          isLandHidden={drawing === 'webgl' && detail.isWhole}
        />
      )}
      {camera === null || size === null || edit === undefined || !isEditing ? null : (
        <PartBoundary waiting={null} onRetry={onReload}>
          <LocationMarks
            {...{ edit, frame, camera, size }}
            currentGroups={() => groupsAt(pins, camera.zoom)}
            onPress={press}
            onHold={(to) => map.send({ type: 'look.held', camera: to })}
            onRelease={() => map.send({ type: 'look.released' })}
          />
        </PartBoundary>
      )}
      <p ref={pointer} className={styles.pointer} aria-hidden="true" />
      <MapTools map={map} />
      {isEditing ? null : <NobodyHere map={map} />}
    </>
  );
}

/** MAP-10: shows the plain map, which takes all input, until the WebGL map has drawn. */
function Drawing({ drawing, onDetail, ...drawn }: DrawnMap & Pick<FramedProps, 'drawing' | 'onDetail'>) {
  const { map } = drawn;
  const isStarting = useSelector(map, selectIsStarting);
  const detail = useSelector(useSelector(map, selectGround), selectDetail);
  return (
    <>
      {drawing === 'svg' || isStarting ? <SvgMap {...drawn} /> : null}
      {drawing === 'svg' ? null : (
        <WebglMap
          {...drawn}
          isBehind={isStarting}
          detail={detail}
          onDetail={onDetail}
          onDrawn={() => map.send({ type: 'webgl.drawn' })}
          onLost={() => map.send({ type: 'webgl.lost' })}
        />
      )}
    </>
  );
}

type ChosenProps = { map: MapRef; rxId: number | null; onReload: () => void; onClose: () => void };

function Chosen({ map, rxId, onReload, onClose }: ChosenProps) {
  const mitasId = useSelector(useSession().session, (snapshot) => snapshot.context.mitasId);
  const rx = useReadModel(({ fleet }) => (rxId === null ? undefined : fleet.receivers[rxId]));
  const siteId = rx?.SiteId ?? null;
  const siteName = useReadModel(({ fleet }) => (siteId === null ? undefined : fleet.sites[siteId]?.alias)) ?? null;
  const times = useTimes();
  const now = useSelector(map, (snapshot) => snapshot.context.now);
  const isWhole = useIsHeardWhole(map);
  const heard = useSelector(map, (snapshot) => (rxId === null ? null : heardText(selectHeard(snapshot)[rxId], isWhole)));
  const heardTime = useSelector(map, (snapshot) => selectLastHeard(snapshot, rxId, rx?.heardTime ?? null));
  if (rx === undefined) return null;
  return <ReceiverInfo {...{ rx, heard, heardTime, siteName, mitasId, now, times, onReload, onClose }} />;
}

/** MAP-6: says that the map is drawn without WebGL. */
function PlainNote({ map }: { map: MapRef }) {
  const isLost = useSelector(map, selectIsLost);
  return (
    <p className="row wrap quiet below-12" role="status">
      {isLost ? 'The browser stopped WebGL' : 'This browser has no WebGL'}. The map is drawn without it and shows the same
      receivers. <Button onPress={() => map.send({ type: 'webgl.retry' })}>Try again</Button>
    </p>
  );
}
