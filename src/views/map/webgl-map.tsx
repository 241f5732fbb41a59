import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { selectGoal } from '../../machines/map/map-selectors.ts';
import { type MapCamera, nowhere } from '../../model/map/camera.ts';
import { coordinateText } from '../../model/map/map-texts.ts';
import type { GeoPoint, MapPixel } from '../../model/geo/mercator.ts';
import { groupAt } from '../../model/map/pin-groups.ts';
import { useReducedMotion } from '../charts/use-reduced-motion.ts';
import type { MapDetail } from '../../model/map/map-detail.ts';
import type { DetailReport } from './detail-painter.ts';
import type { DrawnMap } from './drawn-map.ts';
import { MapPulses } from './map-pulses.tsx';
import frameStyles from './map.module.css';
import { useLayerLabels } from './use-layer-labels.ts';
import { useScene } from './use-scene.ts';
import { WebglDrawing } from './webgl-drawing.ts';
import styles from './webgl-map.module.css';

type Props = DrawnMap & {
  /** True while the plain map is shown: this map draws behind it, unseen. */
  isBehind: boolean;
  /** The operator's base map; null if there is none, or it is not known yet. */
  detail: MapDetail | null;
  /** Called when ground and pins are visible. */
  onDrawn: () => void;
  onLost: () => void;
  /** Receives the state of the operator's base map. */
  onDetail: (report: DetailReport) => void;
};

const keySteps: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1 };

/** The map drawn by WebGL (MAP-4). */
export default function WebglMap(props: Props) {
  const { map, pins, size, base, layers, detail, scheme, chosen, isBehind } = props;
  const container = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<WebglDrawing | null>(null);
  const [camera, setCamera] = useState<MapCamera | null>(null);
  const isStill = useReducedMotion();
  const { groups, labels } = useScene(pins, camera, size, chosen);
  const { names, draw } = useLayerLabels({ layers, groups, labels, size }, camera);

  const looked = useEffectEvent((at: MapCamera) => {
    setCamera(at);
    if (!isBehind) props.onLook(at);
  });
  const drawn = useEffectEvent(() => props.onDrawn());
  const moved = useEffectEvent((at: MapCamera) => map.send({ type: 'camera.moved', camera: at }));
  const pressed = useEffectEvent((at: MapPixel) => {
    if (camera !== null) props.onChoose(groupAt(groups, camera, size, at));
  });
  const pointed = useEffectEvent((at: GeoPoint | null) => props.onPoint(at === null ? '' : coordinateText(at)));
  const detailed = useEffectEvent((report: DetailReport) => props.onDetail(report));
  const lost = useEffectEvent(() => props.onLost());
  const begin = useEffectEvent((element: HTMLDivElement) => {
    try {
      return new WebglDrawing(element, selectGoal(map.getSnapshot()) ?? nowhere, {
        looked: (at) => looked(at),
        drawn: () => drawn(),
        moved: (at) => moved(at),
        pressed: (at) => pressed(at),
        pointed: (at) => pointed(at),
        detailed: (report) => detailed(report),
        lost: () => lost(),
      });
    } catch {
      // WebGL was detected but is refused now. Report that, so that the plain map is shown, which does not
      // need it (MAP-6).
      lost();
      return null;
    }
  });
  useEffect(() => {
    if (container.current === null) return;
    const begun = begin(container.current);
    if (begun === null) return;
    setDrawing(begun);
    return () => begun.end();
  }, []);

  const go = useEffectEvent((goal: MapCamera | null) => {
    // Jump if motion is reduced or the map is hidden: it must not be moving when it becomes visible.
    if (goal !== null) drawing?.lookAt(goal, isStill || isBehind);
  });
  // Subscribe to the machine instead of rendering: a render comes late and would undo part of a person's
  // drag.
  useEffect(() => {
    go(selectGoal(map.getSnapshot()));
    const watch = map.subscribe((snapshot) => go(selectGoal(snapshot)));
    return () => watch.unsubscribe();
  }, [map, drawing]);
  useEffect(() => drawing?.drawBase(base, scheme), [drawing, base, scheme]);
  useEffect(() => (detail === null ? undefined : drawing?.drawDetail(detail, scheme)), [drawing, detail, scheme]);
  useEffect(() => drawing?.drawLayers(layers), [drawing, layers]);
  useEffect(() => {
    if (draw !== null) drawing?.nameLayers((on) => draw(on, names, scheme));
  }, [drawing, draw, names, scheme]);
  useEffect(() => drawing?.drawPins({ groups, labels, scheme, chosen }), [drawing, groups, labels, scheme, chosen]);

  // The library's own keys would zoom about the middle even if a receiver is chosen (MAP-14), so send the
  // keys to the machine.
  const takeKey = (event: KeyboardEvent): void => {
    const by = keySteps[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    map.send({ type: 'camera.zoomed', by, at: null });
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      className={isBehind ? styles.behind : frameStyles.canvas}
      data-drawing={isBehind ? undefined : 'webgl'}
      onKeyDownCapture={takeKey}
    >
      <div ref={container} className={`${frameStyles.canvas} ${styles.drawn}`} />
      {camera === null || isBehind ? null : <MapPulses map={map} groups={groups} camera={camera} size={size} />}
    </div>
  );
}
