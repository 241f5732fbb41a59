import { useSelector } from '@xstate/react';
import { type KeyboardEvent, memo, useEffect, useEffectEvent, useId, useRef } from 'react';
import { VisuallyHidden } from 'react-aria/VisuallyHidden';
import { selectGoal } from '../../machines/map/map-selectors.ts';
import { fromPixel, type MapCamera, toPixel } from '../../model/map/camera.ts';
import type { MapMove } from '../../model/map/map-look.ts';
import { coordinateText } from '../../model/map/map-texts.ts';
import { groupAt } from '../../model/map/pin-groups.ts';
import type { DrawnMap } from './drawn-map.ts';
import { useGestures } from './map-gestures.ts';
import frameStyles from './map.module.css';
import styles from './svg-map.module.css';
import { MapPulses } from './map-pulses.tsx';
import { SvgGround } from './svg-ground.tsx';
import { SvgLayerNames, SvgLayers } from './svg-layers.tsx';
import { SvgPins } from './svg-pins.tsx';
import { around, useAnchor } from './use-anchor.ts';
import { useLayerLabels } from './use-layer-labels.ts';
import { useScene } from './use-scene.ts';

const keySteps: Readonly<Record<string, MapMove>> = {
  ArrowLeft: { type: 'camera.panned', by: { x: 80, y: 0 } },
  ArrowRight: { type: 'camera.panned', by: { x: -80, y: 0 } },
  ArrowUp: { type: 'camera.panned', by: { x: 0, y: 80 } },
  ArrowDown: { type: 'camera.panned', by: { x: 0, y: -80 } },
  '+': { type: 'camera.zoomed', by: 0.5, at: null },
  '=': { type: 'camera.zoomed', by: 0.5, at: null },
  '-': { type: 'camera.zoomed', by: -0.5, at: null },
};

/** MAP-6: the map without WebGL, with the same data. Pointer, wheel, two fingers and keys move it. */
export default function SvgMap(props: DrawnMap) {
  const camera = useSelector(props.map, selectGoal);
  return (
    <div className={frameStyles.canvas} data-drawing="svg">
      {camera === null ? null : <DrawnAt {...props} camera={camera} />}
    </div>
  );
}

function DrawnAt(props: DrawnMap & { camera: MapCamera }) {
  const { map, pins, camera, size, chosen, scheme, base, layers, isInPage = false } = props;
  const plane = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const { groups, labels } = useScene(pins, camera, size, chosen);
  const anchor = useAnchor(camera, size);
  const { names } = useLayerLabels({ layers, groups, labels, size }, camera);

  const onLook = useEffectEvent(() => props.onLook(camera));
  useEffect(() => onLook(), [camera]);
  useGestures(
    plane,
    {
      pan: (by) => map.send({ type: 'camera.panned', by }),
      zoom: (by, at) => map.send({ type: 'camera.zoomed', by, at }),
      press: (at) => props.onChoose(groupAt(groups, camera, size, at)),
      point: (at) => props.onPoint(at === null ? '' : coordinateText(fromPixel(camera, size, at))),
    },
    { isInPage },
  );
  const takeKey = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    map.send(step);
    event.preventDefault();
  };

  const off = toPixel(camera, size, anchor);
  return (
    <>
      {/* The map handles arrow keys itself, which the role announces to screen readers. */}
      <div
        ref={plane}
        className={styles.plane}
        data-in-page={isInPage}
        role="application"
        tabIndex={0}
        aria-label="Map"
        aria-describedby={keysId}
        onKeyDown={takeKey}
      >
        <svg className={styles.svg} width={size.width} height={size.height} aria-hidden="true">
          <g transform={`translate(${(off.x - size.width / 2).toFixed(1)} ${(off.y - size.height / 2).toFixed(1)})`}>
            <Ground base={base} anchor={anchor} size={size} scheme={scheme} around={around} />
            <SvgLayers layers={layers} anchor={anchor} size={size} around={around} />
            <SvgLayerNames names={names} anchor={anchor} size={size} scheme={scheme} />
            <SvgPins groups={groups} labels={labels} anchor={anchor} size={size} scheme={scheme} chosen={chosen} />
          </g>
        </svg>
      </div>
      <MapPulses map={map} groups={groups} camera={camera} size={size} />
      <VisuallyHidden elementType="p" id={keysId}>
        Arrow keys move the map; plus and minus zoom. The list of receivers shows them all.
      </VisuallyHidden>
    </>
  );
}

const Ground = memo(SvgGround);
