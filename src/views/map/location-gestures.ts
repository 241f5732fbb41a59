import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { MapPixel } from '../../model/map/mercator.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';

/** What is done to pins, before the map hears of it. */
type PinGestures = {
  /** The one pin at a pixel of the map; null where none is, or where none may be drawn along. */
  pinAt: (at: MapPixel) => PinGroup | null;
  /** Pressed, and not drawn along. */
  press: (group: PinGroup) => void;
  /** The map was pressed where no pin is that may be drawn along. */
  pressGround: (at: MapPixel) => void;
  /** A finger lies on it, or left it before it was taken. */
  hold: (group: PinGroup) => void;
  release: () => void;
  take: (group: PinGroup) => void;
  /** A finger that lies on it takes it along only after a while. */
  isTaken: () => boolean;
  move: (to: MapPixel) => void;
  drop: () => void;
  cancel: () => void;
};

/** What moved less was pressed, in pixels. */
const tolerance = 4;

/**
 * Reads on the frame of a map, before the map itself does, what is done to its pins: a pin that is drawn
 * along draws no map along. Nothing of such a gesture reaches the drawing.
 */
export function usePinGestures(frame: RefObject<HTMLElement | null>, gestures: PinGestures): void {
  const act = useEffectEvent(<Out>(what: (now: PinGestures) => Out): Out => what(gestures));
  useEffect(() => {
    const element = frame.current;
    const page = element?.ownerDocument;
    if (element === null || page === undefined) return;
    let own: { id: number; group: PinGroup; from: MapPixel; isTouch: boolean; isMoved: boolean } | null = null;
    let owesClick = false;
    let began: MapPixel = { x: 0, y: 0 };
    const pixelOf = (event: MouseEvent): MapPixel => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left - element.clientLeft, y: event.clientY - box.top - element.clientTop };
    };
    const isOnMap = ({ target }: Event): boolean => (target as Element).closest('[data-drawing]') !== null;
    const down = (event: PointerEvent): void => {
      owesClick = false;
      if (own !== null || event.button !== 0 || !event.isPrimary || !isOnMap(event)) return;
      const from = pixelOf(event);
      began = from;
      const group = act(({ pinAt }) => pinAt(from));
      if (group === null) return;
      own = { id: event.pointerId, group, from, isTouch: event.pointerType === 'touch', isMoved: false };
      // Beyond the window as well.
      element.setPointerCapture(event.pointerId);
      event.stopPropagation();
      if (own.isTouch) act(({ hold }) => hold(group));
    };
    const move = (event: PointerEvent): void => {
      if (own === null || event.pointerId !== own.id) return;
      event.stopPropagation();
      const at = pixelOf(event);
      const { group, isTouch, from } = own;
      const isFar = isApart(at, from);
      if (isFar && !own.isMoved && !isTouch) act(({ take }) => take(group));
      if (isFar && isTouch && !act(({ isTaken }) => isTaken())) return end(({ release }) => release());
      own.isMoved ||= isFar;
      if (own.isMoved) act(({ move: to }) => to(at));
    };
    const up = (event: PointerEvent): void => {
      if (own === null || event.pointerId !== own.id) return;
      event.stopPropagation();
      owesClick = true;
      const { group, isTouch, isMoved } = own;
      if (act(({ isTaken }) => isTaken())) return end(({ drop }) => drop());
      end(({ release, press }) => {
        if (isTouch) release();
        // Taken along and given up by a key, it is not pressed.
        if (!isMoved) press(group);
      });
    };
    const cancel = (event: PointerEvent): void => {
      if (own?.id === event.pointerId) end(({ isTaken, release, cancel: back }) => (isTaken() ? back() : release()));
    };
    const end = (last: (now: PinGestures) => void): void => {
      own = null;
      act(last);
    };
    /** What the browser makes of the same press for those who know no pointers. */
    const keepBack = (event: Event): void => {
      if (own === null) return;
      event.stopPropagation();
      event.preventDefault();
    };
    const click = (event: MouseEvent): void => {
      const at = pixelOf(event);
      if (owesClick) event.stopPropagation();
      else if (isOnMap(event) && !isApart(at, began)) act(({ pressGround }) => pressGround(at));
      owesClick = false;
    };
    const early = { capture: true };
    const active = { capture: true, passive: false };
    element.addEventListener('pointerdown', down, early);
    page.addEventListener('pointermove', move, early);
    page.addEventListener('pointerup', up, early);
    page.addEventListener('pointercancel', cancel, early);
    element.addEventListener('click', click, early);
    for (const type of ['mousedown', 'touchstart', 'contextmenu']) element.addEventListener(type, keepBack, active);
    return () => {
      element.removeEventListener('pointerdown', down, early);
      page.removeEventListener('pointermove', move, early);
      page.removeEventListener('pointerup', up, early);
      page.removeEventListener('pointercancel', cancel, early);
      element.removeEventListener('click', click, early);
      for (const type of ['mousedown', 'touchstart', 'contextmenu']) element.removeEventListener(type, keepBack, active);
    };
  }, [frame]);
}

function isApart(one: MapPixel, other: MapPixel): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) > tolerance;
}
