import { useProvider } from '@adobe/react-spectrum/Provider';
import { useSelector } from '@xstate/react';
import { lazy, useCallback, useMemo, useRef, useState } from 'react';
import { type MapRef, selectBase, selectFits, selectIsLost } from '../../machines/map/map-machine.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { TimeText } from '../../model/live/contact-text.ts';
import { defaultZoom, isSameCamera, type MapCamera, type MapSize, zoomed } from '../../model/map/camera.ts';
import { mapAddress } from '../../model/map/map-address.ts';
import { cameraApart, nextIn, type PinGroup } from '../../model/map/pin-groups.ts';
import { areSamePins, pinsOf } from '../../model/map/pins.ts';
import { Card } from '../controls/card.tsx';
import { LoadBoundary } from '../controls/load-boundary.tsx';
import { PillButton } from '../controls/pill-button.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import type { DrawnMap } from './drawn-map.ts';
import { MapEdges } from './map-edges.tsx';
import { MapList } from './map-list.tsx';
import { ReceiverInfo } from './receiver-info.tsx';
import styles from './map.module.css';

const WebglMap = lazy(() => import('./webgl-map.tsx'));
const SvgMap = lazy(() => import('./svg-map.tsx'));

type Props = { map: MapRef; drawing: 'webgl' | 'svg'; onReload: () => void };

/** The map with its tools, the receiver that is chosen, and the list beside it. */
export function MapPanel({ map, drawing, onReload }: Props) {
  const base = useSelector(map, selectBase);
  const fits = useSelector(map, selectFits);
  const { colorScheme } = useProvider();
  const scheme = colorScheme === 'light' ? 'light' : 'dark';
  const pins = useReadModel(({ fleet }) => pinsOf(fleet), areSamePins);
  const [{ camera, receiver }, changeAddress] = useAddress(mapAddress);
  const [look, setLook] = useState<{ camera: MapCamera; size: MapSize } | null>(null);
  const lookNow = useRef(look);
  const pointer = useRef<HTMLParagraphElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const onLook = useCallback((now: MapCamera, size: MapSize) => {
    lookNow.current = { camera: now, size };
    setLook(lookNow.current);
  }, []);
  const choose = useCallback(
    (rxId: number) => {
      const pin = pins.find(({ id }) => id === rxId);
      const zoom = Math.max(defaultZoom, lookNow.current?.camera.zoom ?? defaultZoom);
      changeAddress(
        (before) => ({
          receiver: rxId,
          camera: pin === undefined ? before.camera : { latitude: pin.latitude, longitude: pin.longitude, zoom },
        }),
        'replace',
      );
    },
    [pins, changeAddress],
  );
  const press = (group: PinGroup | null): void => {
    const size = lookNow.current?.size;
    const [only, ...others] = group?.pins ?? [];
    if (group === null || only === undefined || others.length === 0)
      changeAddress((before) => ({ ...before, receiver: only?.id ?? null }), 'replace');
    else if (size !== undefined) {
      const apart = cameraApart(group, size);
      const isThere = isSameCamera(apart, lookNow.current?.camera ?? null);
      changeAddress((before) => {
        return isThere ? { ...before, receiver: nextIn(group, before.receiver) } : { ...before, camera: apart };
      }, 'replace');
    }
  };
  const nearer = (by: number): void => {
    const now = lookNow.current;
    if (now !== null) changeAddress((before) => ({ ...before, camera: zoomed(now.camera, by, now.size) }), 'replace');
  };
  /** Whoever works by keyboard goes on where the receiver stands in the list, not at the top of the page. */
  const close = (): void => {
    changeAddress((before) => ({ ...before, receiver: null }), 'replace');
    list.current?.querySelector<HTMLElement>(`[data-rx="${receiver}"]`)?.focus({ preventScroll: true });
  };
  const showAll = (): void => {
    map.send({ type: 'look.fit' });
    changeAddress((before) => ({ ...before, camera: null }), 'replace');
  };
  const drawn: DrawnMap = {
    pins,
    chosen: receiver,
    base,
    scheme,
    asked: camera,
    fits,
    onLook,
    onMove: (moved) => map.send({ type: 'camera.moved', camera: moved }),
    onChoose: press,
    onPoint: (text) => {
      if (pointer.current !== null) pointer.current.textContent = text;
    },
  };
  return (
    <Card label="Map">
      {drawing === 'svg' ? <PlainNote map={map} /> : null}
      <BaseNote map={map} />
      <div className={styles.panel}>
        <div className={styles.frame}>
          <LoadBoundary level={2} waiting={null} onRetry={onReload}>
            {drawing === 'webgl' ? (
              <WebglMap {...drawn} onLost={() => map.send({ type: 'webgl.lost' })} />
            ) : (
              <SvgMap {...drawn} />
            )}
          </LoadBoundary>
          {look === null ? null : <MapEdges camera={look.camera} size={look.size} />}
          <p ref={pointer} className={styles.pointer} aria-hidden="true" />
          <div className={styles.tools} role="group" aria-label="Zoom">
            <button type="button" className={styles.tool} aria-label="Zoom in" onClick={() => nearer(1)}>
              +
            </button>
            <button type="button" className={styles.tool} aria-label="Zoom out" onClick={() => nearer(-1)}>
              −
            </button>
            <button type="button" className={styles.tool} aria-label="Show all receivers" onClick={showAll}>
              ⤢
            </button>
          </div>
        </div>
        <Chosen map={map} rxId={receiver} onClose={close} />
        <MapList ref={list} chosen={receiver} onChoose={choose} />
      </div>
    </Card>
  );
}

function Chosen({ map, rxId, onClose }: { map: MapRef; rxId: number | null; onClose: () => void }) {
  const mitasId = useSelector(useSession().session, (snapshot) => snapshot.context.mitasId);
  const rx = useReadModel(({ fleet }) => (rxId === null ? undefined : fleet.receivers[rxId]));
  const siteId = rx?.SiteId ?? null;
  const siteName = useReadModel(({ fleet }) => (siteId === null ? undefined : fleet.sites[siteId]?.alias)) ?? null;
  const timezone = useReadModel(({ account }) => selectedSystem(account)?.timezone ?? 'UTC');
  const times = useMemo(() => new TimeText(timezone), [timezone]);
  const now = useSelector(map, (snapshot) => snapshot.context.now);
  if (rx === undefined) return null;
  return <ReceiverInfo rx={rx} siteName={siteName} mitasId={mitasId} now={now} times={times} onClose={onClose} />;
}

/** MAP-6. */
function PlainNote({ map }: { map: MapRef }) {
  const isLost = useSelector(map, selectIsLost);
  return (
    <p className={styles.note} role="status">
      {isLost ? 'The browser took WebGL away' : 'This browser draws no WebGL'}: the map is drawn plainly, with the same receivers.{' '}
      <PillButton variant="secondary" onPress={() => map.send({ type: 'webgl.retry' })}>
        Try again
      </PillButton>
    </p>
  );
}

function BaseNote({ map }: { map: MapRef }) {
  const failed = useSelector(map, (snapshot) => snapshot.hasTag('failed'));
  if (!failed) return null;
  return (
    <p className={styles.note} role="status">
      Land and countries could not be loaded; the receivers stand where they stand.{' '}
      <PillButton variant="secondary" onPress={() => map.send({ type: 'base.retry' })}>
        Retry
      </PillButton>
    </p>
  );
}
