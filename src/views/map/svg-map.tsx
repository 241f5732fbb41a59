import { type KeyboardEvent, memo, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import {
  fitted,
  fromPixel,
  isSameCamera,
  type MapCamera,
  type MapSize,
  panned,
  toPixel,
  zoomed,
} from '../../model/map/camera.ts';
import { coordinateText } from '../../model/map/map-texts.ts';
import { groupAt, groupedPins } from '../../model/map/pin-groups.ts';
import { pinLabels } from '../../model/map/pin-labels.ts';
import type { DrawnMap } from './drawn-map.ts';
import { useGestures } from './map-gestures.ts';
import frameStyles from './map.module.css';
import styles from './svg-map.module.css';
import { SvgGround } from './svg-ground.tsx';
import { SvgPins } from './svg-pins.tsx';
import { textWidth } from './text-width.ts';
import { useSize } from './use-size.ts';

/** So much beside the map is drawn as well, in parts of it: it can be drawn along so far. */
const around = 0.5;
/** Pins are grouped anew at steps of the zoom, not at each pixel of the wheel. */
const groupStep = 0.25;
const keySteps: Readonly<Record<string, readonly [x: number, y: number, zoom: number]>> = {
  ArrowLeft: [80, 0, 0],
  ArrowRight: [-80, 0, 0],
  ArrowUp: [0, 80, 0],
  ArrowDown: [0, -80, 0],
  '+': [0, 0, 0.5],
  '=': [0, 0, 0.5],
  '-': [0, 0, -0.5],
};

/** MAP-6: the map without WebGL, of the same facts. Pointer, wheel, two fingers and keys move it. */
export default function SvgMap(props: DrawnMap) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  return (
    <div ref={frame} className={frameStyles.canvas} data-drawing="svg">
      {size === null ? null : <SizedMap {...props} size={size} />}
    </div>
  );
}

function SizedMap(props: DrawnMap & { size: MapSize }) {
  const { pins, asked, fits, size, chosen, scheme, base } = props;
  const plane = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const [known, setKnown] = useState({ asked, fits });
  // Null: all pins are in sight, also of another size and when there are others.
  const [chosenCamera, setCamera] = useState(asked);
  const fit = useMemo(() => fitted(pins, size) ?? nowhere, [pins, size]);
  const camera = chosenCamera ?? fit;
  if (known.fits !== fits || !isSameCamera(known.asked, asked)) {
    setKnown({ asked, fits });
    if (known.fits !== fits) setCamera(null);
    else if (!isSameCamera(asked, chosenCamera)) setCamera(asked);
  }
  const groupZoom = Math.round(camera.zoom / groupStep) * groupStep;
  const groups = useMemo(() => groupedPins(pins, groupZoom), [pins, groupZoom]);
  const labels = useMemo(() => pinLabels(groups, groupZoom, chosen, textWidth), [groups, groupZoom, chosen]);
  const anchor = useAnchor(camera, size);

  const onLook = useEffectEvent(() => props.onLook(camera, size));
  useEffect(() => onLook(), [camera, size]);
  const move = (next: MapCamera): void => {
    setCamera(next);
    props.onMove(next);
  };
  useGestures(plane, {
    pan: (by) => move(panned(camera, by)),
    zoom: (by, at) => move(zoomed(camera, by, size, at)),
    press: (at) => props.onChoose(groupAt(groups, camera, size, at)),
    point: (at) => props.onPoint(at === null ? '' : coordinateText(fromPixel(camera, size, at))),
  });
  const takeKey = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const [x, y, by] = step;
    move(zoomed(panned(camera, { x, y }), by, size));
    event.preventDefault();
  };

  const off = toPixel(camera, size, anchor);
  return (
    <>
      {/* Arrow keys are the map's own here, which is what the role says to a screen reader. */}
      <div
        ref={plane}
        className={styles.plane}
        role="application"
        tabIndex={0}
        aria-label="Map"
        aria-describedby={keysId}
        onKeyDown={takeKey}
      >
        <svg className={styles.svg} width={size.width} height={size.height} aria-hidden="true">
          <g transform={`translate(${(off.x - size.width / 2).toFixed(1)} ${(off.y - size.height / 2).toFixed(1)})`}>
            <Ground base={base} anchor={anchor} size={size} scheme={scheme} around={around} />
            <SvgPins groups={groups} labels={labels} anchor={anchor} size={size} scheme={scheme} chosen={chosen} />
          </g>
        </svg>
      </div>
      <p id={keysId} className={styles.unseen}>
        Arrow keys move the map, plus and minus change how near it is. The list beside it has every receiver.
      </p>
    </>
  );
}

const Ground = memo(SvgGround);
const nowhere: MapCamera = { latitude: 0, longitude: 0, zoom: 1 };

/**
 * The camera for which all is drawn: it stays while the map is drawn along within what is drawn beside
 * it.
 */
function useAnchor(camera: MapCamera, size: MapSize): MapCamera {
  const [anchor, setAnchor] = useState(camera);
  const off = toPixel(camera, size, anchor);
  const isWithin =
    anchor.zoom === camera.zoom &&
    Math.abs(off.x - size.width / 2) < size.width * around &&
    Math.abs(off.y - size.height / 2) < size.height * around;
  if (isWithin) return anchor;
  setAnchor(camera);
  return camera;
}
