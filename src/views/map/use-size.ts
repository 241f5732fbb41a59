import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { MapSize } from '../../model/map/camera.ts';

/** Calls `onSize` with an element's size, at first and at each change. */
export function useSize(element: RefObject<Element | null>, onSize: (size: MapSize) => void): void {
  const report = useEffectEvent(onSize);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      if (width > 0 && height > 0) report({ width: Math.round(width), height: Math.round(height) });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
}
