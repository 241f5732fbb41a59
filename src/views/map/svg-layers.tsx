import { memo, useMemo } from 'react';
import { type MapCamera, type MapSize, toPixel } from '../../model/map/camera.ts';
import { linesPath, ringsPath } from '../../model/map/map-paths.ts';
import type { GeoPoint } from '../../model/map/mercator.ts';
import type { DrawnLayer } from './drawn-map.ts';

type Place = { anchor: MapCamera; size: MapSize; around: number };

/** The system's own layers (LAY-9), from below. */
export const SvgLayers = memo(function SvgLayers({ layers, ...place }: Place & { layers: readonly DrawnLayer[] }) {
  return layers.map((layer) => <SvgLayer key={layer.id} layer={layer} {...place} />);
});

const SvgLayer = memo(function SvgLayer({ layer, anchor, size, around }: Place & { layer: DrawnLayer }) {
  const { name, color, drawing } = layer;
  // Recolouring it or moving it up draws no other lines.
  const { areas, lines, points } = useMemo(
    () => ({
      areas: drawing.areas.flatMap((rings) => {
        const path = ringsPath(rings, anchor, size, around);
        return path === '' ? [] : [path];
      }),
      lines: linesPath(drawing.lines, anchor, size, around),
      points: pointsPath(drawing.points, anchor, size, around),
    }),
    [drawing, anchor, size, around],
  );
  return (
    <g data-layer={name} fill="none" stroke={color} strokeWidth={1.5}>
      {areas.map((path, at) => (
        <path key={at} d={path} fill={color} fillOpacity={0.15} fillRule="evenodd" />
      ))}
      <path d={lines} />
      <path d={points} strokeWidth={6} strokeLinecap="round" />
    </g>
  );
});

/** A dot each, where they are in sight. */
function pointsPath(points: readonly GeoPoint[], anchor: MapCamera, size: MapSize, around: number): string {
  const [beyondX, beyondY] = [size.width * around, size.height * around];
  return points
    .map((point) => {
      const { x, y } = toPixel(anchor, size, point);
      const isSeen = x > -beyondX && x < size.width + beyondX && y > -beyondY && y < size.height + beyondY;
      return isSeen ? `M${x.toFixed(1)} ${y.toFixed(1)}h0` : '';
    })
    .join('');
}
