import { useProvider } from '@adobe/react-spectrum/Provider';
import { useRef, useState } from 'react';
import type { BaseMap } from '../../model/geo/base-map.ts';
import { fitted, fromPixel, type MapCamera, type MapSize, nowhere, panned, toPixel, zoomed } from '../../model/map/camera.ts';
import type { GeoPoint } from '../../model/geo/mercator.ts';
import { Button } from '../controls/button.tsx';
import { useGestures } from '../map/map-gestures.ts';
import { SvgGround } from '../map/svg-ground.tsx';
import { useSize } from '../map/use-size.ts';
import { useReadModel } from '../session/session-actors.tsx';
import styles from './tags.module.css';

type Props = { place: GeoPoint | null; base: BaseMap | null; onChoose: (place: GeoPoint) => void };

/** A small map with the receivers, to press at a place. Keyboard users have the fields beside it. */
export function PlaceMap({ place, base, onChoose }: Props) {
  const plane = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<MapSize>({ width: 320, height: 220 });
  const [moved, setMoved] = useState<MapCamera | null>(null);
  const receivers = useReadModel(({ fleet }) => fleet.receivers);
  const { colorScheme } = useProvider();
  const scheme = colorScheme === 'light' ? 'light' : 'dark';
  const located = Object.values(receivers).flatMap(({ latitude, longitude, alias }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude, alias }],
  );
  const [first] = useState(place);
  const camera = moved ?? fitted(first === null ? located : [first, ...located], size) ?? nowhere;
  useSize(plane, setSize);
  useGestures(
    plane,
    {
      pan: (by) => setMoved(panned(camera, by)),
      zoom: (by, at) => setMoved(zoomed(camera, by, size, at)),
      press: (at) => onChoose(fromPixel(camera, size, at)),
      point: () => {},
    },
    { isInPage: false },
  );
  const at = place === null ? null : toPixel(camera, size, place);
  return (
    <div className={styles.map}>
      <div
        ref={plane}
        className={styles.plane}
        role="img"
        aria-label={`Map of ${located.length} receivers: click to choose a place`}
      >
        <svg width={size.width} height={size.height} aria-hidden="true">
          <SvgGround base={base} anchor={camera} size={size} scheme={scheme} around={0} />
          {located.map((receiver) => {
            const { x, y } = toPixel(camera, size, receiver);
            return <circle key={receiver.alias} cx={x} cy={y} r={4} className={styles.receiver} />;
          })}
          {at === null ? null : <circle cx={at.x} cy={at.y} r={7} className={styles.place} />}
        </svg>
      </div>
      <div className={styles.zoom}>
        <Button aria-label="Zoom in" onPress={() => setMoved(zoomed(camera, 1, size))}>
          +
        </Button>
        <Button aria-label="Zoom out" onPress={() => setMoved(zoomed(camera, -1, size))}>
          −
        </Button>
      </div>
    </div>
  );
}
