import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { MapPixel } from '../../model/geo/mercator.ts';
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
export const tolerance = 4;
const keptBack = ['mousedown', 'touchstart', 'touchmove', 'contextmenu'] as const;

/**
 * Reads on the frame of a map, before the map itself does, what is done to its pins: a pin that is drawn
 * along draws no map along, and nothing of such a gesture reaches the drawing. A finger may mean the map as
 * well: it is the map's too until it takes the pin along.
 */
export function usePinGestures(frame: RefObject<HTMLElement | null>, gestures: PinGestures): void {
  const act = useEffectEvent(<Out>(what: (now: PinGestures) => Out): Out => what(gestures));
  useEffect(() => {
    const element = frame.current;
    const page = element?.ownerDocument;
    if (element === null || page === undefined) return;
    let own: { id: number; group: PinGroup; from: MapPixel; isTouch: boolean; isMoved: boolean; isKept: boolean } | null = null;
    let owesClick = false;
    /** How far the pointer went since it was put down, there and back, and where it is. */
    let way = 0;
    let last: MapPixel = { x: 0, y: 0 };
    const pixelOf = (event: MouseEvent): MapPixel => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left - element.clientLeft, y: event.clientY - box.top - element.clientTop };
    };
    const isOnMap = ({ target }: Event): boolean => (target as Element).closest('[data-drawing]') !== null;
    /** True from when on the gesture is the pin's alone. */
    const isKept = (event: UIEvent): boolean => {
      if (own === null) return false;
      if (!own.isKept && act(({ isTaken }) => isTaken())) {
        own.isKept = true;
        letGoOf(event, own.id);
      }
      return own.isKept;
    };
    const down = (event: PointerEvent): void => {
      owesClick = false;
      if (own !== null) {
        // Two fingers mean the map, unless one has the pin already.
        if (isKept(event)) event.stopPropagation();
        else end(({ release }) => release());
        return;
      }
      if (event.button !== 0 || !event.isPrimary || !isOnMap(event)) return;
      const from = pixelOf(event);
      [way, last] = [0, from];
      const group = act(({ pinAt }) => pinAt(from));
      if (group === null) return;
      const isTouch = event.pointerType === 'touch';
      own = { id: event.pointerId, group, from, isTouch, isMoved: false, isKept: !isTouch };
      if (isTouch) return act(({ hold }) => hold(group));
      // Beyond the window as well.
      element.setPointerCapture(event.pointerId);
      event.stopPropagation();
    };
    const move = (event: PointerEvent): void => {
      const at = pixelOf(event);
      if (event.isPrimary) [way, last] = [way + distance(at, last), at];
      if (own === null || event.pointerId !== own.id) return;
      if (isKept(event)) event.stopPropagation();
      const { group, isTouch, from } = own;
      const isFar = distance(at, from) > tolerance;
      if (isFar && !own.isMoved && !isTouch) act(({ take }) => take(group));
      if (isFar && !own.isKept) return end(({ release }) => release());
      own.isMoved ||= isFar;
      if (own.isMoved) act(({ move: to }) => to(at));
    };
    const up = (event: PointerEvent): void => {
      if (own === null || event.pointerId !== own.id) return;
      if (!isKept(event)) letGoOf(event, own.id);
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
      // Ignore the events that this code dispatches to the map itself.
      if (event.isTrusted && own?.id === event.pointerId)
        end(({ isTaken, release, cancel: back }) => (isTaken() ? back() : release()));
    };
    const end = (last: (now: PinGestures) => void): void => {
      own = null;
      act(last);
    };
    /** What the browser makes of the same press for those who know no pointers. */
    const keepBack = (event: UIEvent): void => {
      if (own === null) return;
      if (isKept(event)) event.stopPropagation();
      if (event.cancelable) event.preventDefault();
    };
    const click = (event: MouseEvent): void => {
      if (owesClick) event.stopPropagation();
      else if (isOnMap(event) && way <= tolerance) act(({ pressGround }) => pressGround(pixelOf(event)));
      owesClick = false;
    };
    const early = { capture: true };
    const active = { capture: true, passive: false };
    element.addEventListener('pointerdown', down, early);
    page.addEventListener('pointermove', move, early);
    page.addEventListener('pointerup', up, early);
    page.addEventListener('pointercancel', cancel, early);
    element.addEventListener('click', click, early);
    for (const type of keptBack) element.addEventListener(type, keepBack, active);
    return () => {
      element.removeEventListener('pointerdown', down, early);
      page.removeEventListener('pointermove', move, early);
      page.removeEventListener('pointerup', up, early);
      page.removeEventListener('pointercancel', cancel, early);
      element.removeEventListener('click', click, early);
      for (const type of keptBack) element.removeEventListener(type, keepBack, active);
    };
  }, [frame]);
}

type EventMakers = {
  PointerEvent: new (type: string, init: PointerEventInit) => Event;
  /** Not in every browser. */
  TouchEvent?: new (type: string, init: EventInit) => Event;
};

/** Has the drawing give up what a finger began on it. */
function letGoOf({ target, view }: UIEvent, pointerId: number): void {
  if (view === null) return;
  const { PointerEvent: Pointer, TouchEvent: Touch } = view as Window & EventMakers;
  target?.dispatchEvent(new Pointer('pointercancel', { pointerId, bubbles: true }));
  // Of WebGL, which knows touches alone.
  if (Touch !== undefined) target?.dispatchEvent(new Touch('touchcancel', { bubbles: true }));
}

function distance(one: MapPixel, other: MapPixel): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
