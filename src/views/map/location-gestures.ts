import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { MapPixel } from '../../model/geo/mercator.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';

/** What a person does to pins. */
type PinGestures = {
  /**
   * Returns the single pin at a pixel of the map; null if there is none, or if pins cannot be dragged now.
   */
  pinAt: (at: MapPixel) => PinGroup | null;
  /** A pin was pressed and not dragged. */
  press: (group: PinGroup) => void;
  /** The map was pressed where no pin can be dragged. */
  pressGround: (at: MapPixel) => void;
  /** A finger touches a pin. `release` follows if the finger lifts or moves before the drag begins. */
  hold: (group: PinGroup) => void;
  release: () => void;
  take: (group: PinGroup) => void;
  /** Returns true while a pin is dragged. A finger must first rest on the pin for a while. */
  isTaken: () => boolean;
  move: (to: MapPixel) => void;
  drop: () => void;
  cancel: () => void;
};

/** The longest movement that still counts as a press, in pixels. */
export const tolerance = 4;
const keptBack = ['mousedown', 'touchstart', 'touchmove', 'contextmenu'] as const;

/**
 * Reads gestures on pins at the frame of a map, before the map itself does. The map receives no event of a
 * gesture on a pin, so it does not move with the pin. A finger may also mean to move the map, so the map
 * receives its events until it drags the pin.
 */
export function usePinGestures(frame: RefObject<HTMLElement | null>, gestures: PinGestures): void {
  const act = useEffectEvent(<Out>(what: (now: PinGestures) => Out): Out => what(gestures));
  useEffect(() => {
    const element = frame.current;
    const page = element?.ownerDocument;
    if (element === null || page === undefined) return;
    let own: { id: number; group: PinGroup; from: MapPixel; isTouch: boolean; isMoved: boolean; isKept: boolean } | null = null;
    let owesClick = false;
    /** The length of the pointer's path since it went down, and its last position. */
    let way = 0;
    let last: MapPixel = { x: 0, y: 0 };
    const pixelOf = (event: MouseEvent): MapPixel => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left - element.clientLeft, y: event.clientY - box.top - element.clientTop };
    };
    const isOnMap = ({ target }: Event): boolean => (target as Element).closest('[data-drawing]') !== null;
    /** Returns true once the gesture belongs to the pin alone. */
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
        // A second finger moves the map, unless the first already drags the pin.
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
      // Also receive events from outside the window.
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
        // If a key cancelled the drag, lifting the pointer is not a press.
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
    /** Stops the mouse and touch events that the browser fires for the same press. */
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
  /** Undefined in some browsers. */
  TouchEvent?: new (type: string, init: EventInit) => Event;
};

/** Makes the map abandon a gesture that a finger began on it. */
function letGoOf({ target, view }: UIEvent, pointerId: number): void {
  if (view === null) return;
  const { PointerEvent: Pointer, TouchEvent: Touch } = view as Window & EventMakers;
  target?.dispatchEvent(new Pointer('pointercancel', { pointerId, bubbles: true }));
  // The WebGL map listens to touch events only.
  if (Touch !== undefined) target?.dispatchEvent(new Touch('touchcancel', { bubbles: true }));
}

function distance(one: MapPixel, other: MapPixel): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
