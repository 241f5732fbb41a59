import { type RefObject, useEffect, useState } from 'react';
import type { MapSize } from '../../model/map/camera.ts';

/** How large an element is drawn; null before it is. */
export function useSize(element: RefObject<Element | null>): MapSize | null {
  const [size, setSize] = useState<MapSize | null>(null);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      if (width > 0 && height > 0) setSize({ width: Math.round(width), height: Math.round(height) });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
