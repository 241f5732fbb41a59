import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { fitted, isSameCamera, type MapCamera, type MapSize } from '../../model/map/camera.ts';
import { coordinateText } from '../../model/map/map-texts.ts';
import type { GeoPoint, MapPixel } from '../../model/map/mercator.ts';
import { groupAt, groupedPins } from '../../model/map/pin-groups.ts';
import { pinLabels } from '../../model/map/pin-labels.ts';
import { useReducedMotion } from '../charts/use-reduced-motion.ts';
import type { DrawnMap } from './drawn-map.ts';
import styles from './map.module.css';
import { textWidth } from './text-width.ts';
import { WebglDrawing } from './webgl-drawing.ts';

const groupStep = 0.25;
const nowhere: MapCamera = { latitude: 0, longitude: 0, zoom: 1 };

/** The map drawn by WebGL (MAP-4). */
export default function WebglMap(props: DrawnMap & { onLost: () => void }) {
  const { pins, asked, fits, base, scheme, chosen } = props;
  const container = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<WebglDrawing | null>(null);
  const [look, setLook] = useState<{ camera: MapCamera; size: MapSize } | null>(null);
  const isStill = useReducedMotion();
  const groupZoom = look === null ? null : Math.round(look.camera.zoom / groupStep) * groupStep;
  const groups = useMemo(() => (groupZoom === null ? [] : groupedPins(pins, groupZoom)), [pins, groupZoom]);
  const labels = useMemo(
    () => (groupZoom === null ? [] : pinLabels(groups, groupZoom, chosen, textWidth)),
    [groups, groupZoom, chosen],
  );

  const looked = useEffectEvent((camera: MapCamera, size: MapSize) => {
    setLook({ camera, size });
    props.onLook(camera, size);
  });
  // While nobody moved it all pins are in sight.
  const isFree = useRef(asked === null);
  const taken = useEffectEvent(() => {
    isFree.current = false;
  });
  const moved = useEffectEvent((camera: MapCamera) => props.onMove(camera));
  const pressed = useEffectEvent((at: MapPixel) => {
    if (look !== null) props.onChoose(groupAt(groups, look.camera, look.size, at));
  });
  const pointed = useEffectEvent((at: GeoPoint | null) => props.onPoint(at === null ? '' : coordinateText(at)));
  const lost = useEffectEvent(() => props.onLost());
  const goalOf = useEffectEvent((size: MapSize) => asked ?? fitted(pins, size) ?? nowhere);
  const begin = useEffectEvent((element: HTMLDivElement) => {
    const camera = goalOf({ width: element.clientWidth, height: element.clientHeight });
    try {
      return new WebglDrawing(element, camera, {
        looked: (at, size) => looked(at, size),
        taken: () => taken(),
        moved: (at) => moved(at),
        pressed: (at) => pressed(at),
        pointed: (at) => pointed(at),
        lost: () => lost(),
      });
    } catch {
      // What was found a moment ago is refused now: the plain map needs nothing of it (MAP-6).
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

  const go = useEffectEvent((to: MapCamera) => {
    if (look !== null && !isSameCamera(to, look.camera)) drawing?.lookAt(to, isStill);
  });
  const follow = useEffectEvent((to: MapCamera | null) => {
    isFree.current = to === null;
    if (look !== null) go(to ?? goalOf(look.size));
  });
  // Each reading of the address makes another object.
  const askedText = asked === null ? '' : JSON.stringify(asked);
  useEffect(() => follow(askedText === '' ? null : (JSON.parse(askedText) as MapCamera)), [askedText]);
  const fitAgain = useEffectEvent((size: MapSize) => go(fitted(pins, size) ?? nowhere));
  const knownFits = useRef(fits);
  const fit = useEffectEvent(() => {
    isFree.current = true;
    if (look !== null) fitAgain(look.size);
  });
  useEffect(() => {
    if (knownFits.current !== fits) fit();
    knownFits.current = fits;
  }, [fits]);
  const { width, height } = look?.size ?? { width: 0, height: 0 };
  useEffect(() => {
    if (isFree.current && width > 0) fitAgain({ width, height });
  }, [pins, width, height]);
  useEffect(() => drawing?.drawScheme(scheme), [drawing, scheme]);
  useEffect(() => {
    if (base !== null) drawing?.drawBase(base);
  }, [drawing, base]);
  useEffect(() => drawing?.drawPins({ groups, labels, scheme, chosen }), [drawing, groups, labels, scheme, chosen]);

  return <div ref={container} className={styles.canvas} data-drawing="webgl" />;
}
