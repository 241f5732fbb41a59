import { useSelector } from '@xstate/react';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { LocationEditRef } from '../../machines/map/location-edit-machine.ts';
import { fromPixel, type MapCamera, type MapSize, toPixel } from '../../model/map/camera.ts';
import { coordinateText } from '../../model/map/map-texts.ts';
import type { GeoPoint, MapPixel } from '../../model/geo/mercator.ts';
import { groupAt, type PinGroup } from '../../model/map/pin-groups.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';
import { useReadModel } from '../session/session-actors.tsx';
import { tolerance, usePinGestures } from './location-gestures.ts';
import styles from './location.module.css';

type Props = {
  edit: LocationEditRef;
  frame: RefObject<HTMLElement | null>;
  camera: MapCamera;
  size: MapSize;
  /** Returns the pins as they are drawn now. */
  currentGroups: () => readonly PinGroup[];
  onPress: (group: PinGroup) => void;
  /** Moves the map to a camera and keeps it there; null keeps it where it is. */
  onHold: (camera: MapCamera | null) => void;
  /** Lets the map move again. */
  onRelease: () => void;
};

/** A place closer than this to the edge of the map, in pixels, counts as out of view. */
const edge = 24;
/** How far an arrow key moves the mark, in pixels: alone, and with Shift. */
const [step, littleStep] = [10, 1];
const keys: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * MAP-8: makes pins draggable while the drawer is open, and marks the new location of the chosen receiver.
 */
export default function LocationMarks({ edit, frame, camera, size, currentGroups, onPress, onHold, onRelease }: Props) {
  const located = useSelector(edit, (snapshot) => snapshot.context.located);
  const place = useSelector(edit, (snapshot) => snapshot.context.place);
  const isDrawn = useSelector(edit, (snapshot) => snapshot.hasTag('drawn'));
  const isAsked = useSelector(edit, (snapshot) => snapshot.hasTag('busy') && snapshot.context.place !== null);
  const isPicking = useSelector(edit, (snapshot) => snapshot.matches({ open: 'picking' }));
  const stands = usePlace(located?.rxId ?? null);
  /** The point of the pin that the pointer holds, relative to the pin's place. */
  const grip = useRef<MapPixel>({ x: 0, y: 0 });
  const isIn = (state: 'choosing' | 'picking' | 'dragging'): boolean => edit.getSnapshot().matches({ open: state });
  usePinGestures(frame, {
    pinAt(at) {
      const group = isIn('choosing') ? groupAt(currentGroups(), camera, size, at) : null;
      if (group === null || group.pins.length > 1) return null;
      const { x, y } = toPixel(camera, size, group);
      grip.current = { x: at.x - x - group.offset.x, y: at.y - y - group.offset.y };
      return group;
    },
    press: onPress,
    pressGround(at) {
      if (isIn('picking')) edit.send({ type: 'ground.pressed', place: fromPixel(camera, size, at) });
    },
    hold: (group) => edit.send({ type: 'pin.held', receiver: receiverOf(group) }),
    release: () => edit.send({ type: 'pin.released' }),
    take: (group) => edit.send({ type: 'pin.taken', receiver: receiverOf(group) }),
    isTaken: () => isIn('dragging'),
    move: ({ x, y }) =>
      edit.send({ type: 'pin.moved', place: fromPixel(camera, size, { x: x - grip.current.x, y: y - grip.current.y }) }),
    drop: () => edit.send({ type: 'pin.dropped' }),
    cancel: () => edit.send({ type: 'location.cancel' }),
  });

  const marked = place ?? stands ?? (isPicking ? camera : null);
  /** Brings the edited location into view once, and then keeps the map still. */
  const keepInSight = useEffectEvent((): void => {
    const point = place ?? stands;
    // Keep the map where it is while a pointer drags the pin, or if the location is already in view or
    // unknown.
    const isLeft = point === null || isIn('dragging') || isWithin(toPixel(camera, size, point), size);
    onHold(isLeft ? null : { ...point, zoom: camera.zoom });
  });
  const { width, height } = size;
  // Includes a location that the host has not confirmed yet: a pasted one may be out of view.
  const editedId = isDrawn || isAsked ? (located?.rxId ?? null) : null;
  const isSettled = useSelector(edit, ({ context }) => context.accuracy !== null) || (place !== null && !isPicking);
  useEffect(() => {
    if (editedId !== null) keepInSight();
  }, [editedId, isSettled, width, height]);
  const release = useEffectEvent(onRelease);
  useEffect(() => () => release(), []);
  // On a phone the drawer covers half of the screen, so scroll the map into view.
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' });
  }, [frame, width]);
  if (!isDrawn || marked === null || located === null) return null;
  return (
    <Mark
      {...{ edit, located, frame, camera, size, isPicking }}
      place={marked}
      isThere={place !== null || stands !== null}
      onLeave={(point) => onHold({ ...point, zoom: camera.zoom })}
    />
  );
}

type MarkProps = Pick<Props, 'edit' | 'frame' | 'camera' | 'size'> & {
  located: NamedReceiver;
  place: GeoPoint;
  /** False if the receiver has no location yet. */
  isThere: boolean;
  isPicking: boolean;
  onLeave: (place: GeoPoint) => void;
};

/** Marks the receiver's new location; a pointer drags it, keys move it. */
function Mark({ edit, located, frame, camera, size, place, isThere, isPicking, onLeave }: MarkProps) {
  const mark = useRef<HTMLDivElement>(null);
  /** Where the pointer went down, and the point of the mark that it holds; null while it holds none. */
  const held = useRef<{ from: MapPixel; grip: MapPixel } | null>(null);
  const at = toPixel(camera, size, place);
  useEffect(() => {
    if (!isPicking) return;
    mark.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: 'nearest' });
  }, [isPicking, frame]);
  const takeKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const way = keys[event.key];
    if (way !== undefined) {
      const by = event.shiftKey ? littleStep : step;
      const to = { x: at.x + way[0] * by, y: at.y + way[1] * by };
      const point = fromPixel(camera, size, to);
      edit.send({ type: 'pin.nudged', place: point });
      if (!isWithin(to, size)) onLeave(point);
    } else if (event.key === 'Enter' && event.repeat) {
      // Ignore the repeats of the held Enter that chose the receiver: they must not set its location.
    } else if (event.key === 'Enter') {
      if (!isThere) edit.send({ type: 'pin.nudged', place });
      edit.send({ type: 'pin.set' });
    } else if (event.key === 'Escape') edit.send({ type: 'location.cancel' });
    else return;
    event.preventDefault();
  };
  const move = (event: PointerEvent): void => {
    if (held.current === null) return;
    const { from, grip } = held.current;
    const isTaken = edit.getSnapshot().matches({ open: 'dragging' });
    // A press may shake a little without being a drag.
    if (!isTaken && Math.hypot(event.clientX - from.x, event.clientY - from.y) <= tolerance) return;
    edit.send({ type: 'pin.taken', receiver: located });
    const to = { x: event.clientX - grip.x, y: event.clientY - grip.y };
    edit.send({ type: 'pin.moved', place: fromPixel(camera, size, to) });
  };
  const end = (type: 'pin.dropped' | 'location.cancel'): void => {
    const isTaken = edit.getSnapshot().matches({ open: 'dragging' });
    if (held.current !== null && isTaken) edit.send({ type });
    held.current = null;
  };
  return (
    <div
      ref={mark}
      className={styles.mark}
      data-mark=""
      style={{ insetInlineStart: at.x, insetBlockStart: at.y }}
      role="application"
      aria-label={`New location of ${located.alias}`}
      aria-description={coordinateText(place)}
      tabIndex={0}
      onKeyDown={takeKey}
      onPointerDown={(event) => {
        if (!isPicking || event.button !== 0) return;
        const from = { x: event.clientX, y: event.clientY };
        held.current = { from, grip: { x: from.x - at.x, y: from.y - at.y } };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={move}
      onPointerUp={() => end('pin.dropped')}
      onPointerCancel={() => end('location.cancel')}
    />
  );
}

function receiverOf({ pins }: PinGroup): NamedReceiver {
  const [{ id, alias, siteId }] = pins as [PinGroup['pins'][number]];
  return { rxId: id, alias, siteId };
}

function isWithin({ x, y }: MapPixel, { width, height }: MapSize): boolean {
  return x >= edge && y >= edge && x <= width - edge && y <= height - edge;
}

/** Returns a receiver's location; null if it has none. */
function usePlace(rxId: number | null): GeoPoint | null {
  const latitude = useReadModel(({ fleet }) => (rxId === null ? null : (fleet.receivers[rxId]?.latitude ?? null)));
  const longitude = useReadModel(({ fleet }) => (rxId === null ? null : (fleet.receivers[rxId]?.longitude ?? null)));
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
