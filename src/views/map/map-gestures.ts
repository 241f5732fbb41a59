import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { MapPixel } from '../../model/geo/mercator.ts';

/** What a person does with pointer, wheel and fingers. */
type Gestures = {
  pan: (by: MapPixel) => void;
  zoom: (by: number, at: MapPixel) => void;
  press: (at: MapPixel) => void;
  /** Receives the pointer's position; null when the pointer has left the map. */
  point: (at: MapPixel | null) => void;
};

type Setting = {
  /**
   * True if the wheel scrolls the page unless Ctrl is held. Browsers report a pinch on a touchpad as a wheel
   * with Ctrl.
   */
  isInPage: boolean;
};

/** The longest movement that still counts as a press, in pixels. */
const tolerance = 4;
/**
 * Zoom levels per unit of the wheel, by its `deltaMode`: pixels, lines or pages. A notch is 100 pixels, or 3
 * lines.
 */
const wheelZoom = { 0: 0.004, 1: 0.13, 2: 0.5 } as const;

/**
 * Reads gestures on an element. The listeners are not passive, so that they can keep the page from scrolling.
 */
export function useGestures(element: RefObject<HTMLElement | null>, gestures: Gestures, { isInPage }: Setting): void {
  const take = useEffectEvent((act: (gestures: Gestures) => void) => act(gestures));
  useEffect(() => {
    const plane = element.current;
    if (plane === null) return;
    const fingers = new Map<number, MapPixel>();
    let moved = 0;
    const at = (event: MouseEvent): MapPixel => {
      const box = plane.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const wheel = (event: WheelEvent): void => {
      if (isInPage && !event.ctrlKey) return;
      event.preventDefault();
      const perUnit = wheelZoom[event.deltaMode as keyof typeof wheelZoom] ?? wheelZoom[0];
      const by = Math.max(-1, Math.min(1, -event.deltaY * perUnit));
      take(({ zoom }) => zoom(by, at(event)));
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      plane.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, at(event));
      if (fingers.size === 1) moved = 0;
    };
    const move = (event: PointerEvent): void => {
      const here = at(event);
      take(({ point }) => point(here));
      const before = fingers.get(event.pointerId);
      if (before === undefined) return;
      const by = { x: here.x - before.x, y: here.y - before.y };
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, here);
      moved += Math.hypot(by.x, by.y);
      if (other !== undefined) {
        const [apart, wasApart] = [distance(here, other), distance(before, other)];
        // If one of two fingers moves, the middle between them moves half as far.
        take(({ pan }) => pan({ x: by.x / 2, y: by.y / 2 }));
        if (apart > 0 && wasApart > 0) take(({ zoom }) => zoom(Math.log2(apart / wasApart), middle(here, other)));
      } else if (moved > tolerance) take(({ pan }) => pan(by));
    };
    const up = (event: PointerEvent): void => {
      if (!fingers.delete(event.pointerId)) return;
      if (event.type === 'pointerup' && fingers.size === 0 && moved <= tolerance) take(({ press }) => press(at(event)));
    };
    /** One finger may scroll the page. Two always move the map, so keep them from scrolling. */
    const touch = (event: TouchEvent): void => {
      if (isInPage && event.touches.length > 1 && event.cancelable) event.preventDefault();
    };
    const leave = (): void => take(({ point }) => point(null));
    plane.addEventListener('wheel', wheel, { passive: false });
    plane.addEventListener('touchstart', touch, { passive: false });
    plane.addEventListener('touchmove', touch, { passive: false });
    plane.addEventListener('pointerdown', down);
    plane.addEventListener('pointermove', move);
    plane.addEventListener('pointerup', up);
    plane.addEventListener('pointercancel', up);
    plane.addEventListener('pointerleave', leave);
    return () => {
      plane.removeEventListener('wheel', wheel);
      plane.removeEventListener('touchstart', touch);
      plane.removeEventListener('touchmove', touch);
      plane.removeEventListener('pointerdown', down);
      plane.removeEventListener('pointermove', move);
      plane.removeEventListener('pointerup', up);
      plane.removeEventListener('pointercancel', up);
      plane.removeEventListener('pointerleave', leave);
    };
  }, [element, isInPage]);
}

function distance(one: MapPixel, other: MapPixel): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middle(one: MapPixel, other: MapPixel): MapPixel {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
