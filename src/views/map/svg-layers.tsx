import { memo, useMemo } from 'react';
import { type MapCamera, type MapSize, toPixel } from '../../model/map/camera.ts';
import { linesPath, ringsPath } from '../../model/map/map-paths.ts';
import type { GeoPoint } from '../../model/geo/mercator.ts';
import type { LayerLabel } from '../../model/map/layer-labels.ts';
import type { Scheme } from '../../model/live/palette.ts';
import type { DrawnLayer } from './drawn-map.ts';
import { mapColours } from './map-colours.ts';
import styles from './svg-map.module.css';

type Place = { anchor: MapCamera; size: MapSize; around: number };

/** The system's own layers (LAY-9), bottom first. */
export const SvgLayers = memo(function SvgLayers({ layers, ...place }: Place & { layers: readonly DrawnLayer[] }) {
  return layers.map((layer) => <SvgLayer key={layer.id} layer={layer} {...place} />);
});

const SvgLayer = memo(function SvgLayer({ layer, anchor, size, around }: Place & { layer: DrawnLayer }) {
  const { name, color, drawing } = layer;
  // Compute the lines again only if the drawing or the map changes, not the layer's colour or order.
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

/** Returns a path with a dot for each point in view. */
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

type Named = { names: readonly LayerLabel[]; anchor: MapCamera; size: MapSize; scheme: Scheme };

/** The names of the layers' features (LAY-15). */
export const SvgLayerNames = memo(function SvgLayerNames({ names, anchor, size, scheme }: Named) {
  const colours = mapColours[scheme];
  return names.map((name) => {
    const { x, y } = toPixel(anchor, size, name);
    return (
      <text key={name.key} x={x} y={y} className={styles.feature} fill={colours.text} stroke={colours.halo}>
        {name.text}
      </text>
    );
  });
});
