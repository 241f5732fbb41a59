import { useMemo } from 'react';
import type { Scheme } from '../../model/live/palette.ts';
import type { BaseMap } from '../../model/geo/base-map.ts';
import { type MapCamera, type MapSize, toPixel } from '../../model/map/camera.ts';
import { graticule } from '../../model/map/graticule.ts';
import { linesPath, ringsPath } from '../../model/map/map-paths.ts';
import { mapColours } from './map-colours.ts';
import styles from './svg-map.module.css';

type Props = { base: BaseMap | null; anchor: MapCamera; size: MapSize; scheme: Scheme; around: number };

/** Water, land, borders, names of countries and the grid of degrees (MAP-4). */
export function SvgGround({ base, anchor, size, scheme, around }: Props) {
  const colours = mapColours[scheme];
  const land = useMemo(() => (base === null ? '' : ringsPath(base.rings, anchor, size, around)), [base, anchor, size, around]);
  const borders = useMemo(
    () => (base === null ? '' : linesPath(base.borderLines, anchor, size, around)),
    [base, anchor, size, around],
  );
  const names = (base?.names ?? []).filter(({ fromZoom }) => fromZoom <= anchor.zoom);
  const beyond = { x: size.width * around, y: size.height * around };
  return (
    <>
      <rect
        x={-beyond.x}
        y={-beyond.y}
        width={size.width + 2 * beyond.x}
        height={size.height + 2 * beyond.y}
        fill={base === null ? 'var(--console-surface)' : colours.water}
      />
      <path d={land} fill={colours.land} fillRule="evenodd" stroke={colours.border} strokeWidth={0.8} />
      <path d={borders} fill="none" stroke={colours.border} strokeWidth={0.8} />
      <path d={netPath(anchor, size, around)} fill="none" stroke={colours.net} strokeWidth={0.7} />
      {names.map((country) => {
        const { x, y } = toPixel(anchor, size, country);
        const isSeen = x > -beyond.x && x < size.width + beyond.x && y > -beyond.y && y < size.height + beyond.y;
        return isSeen ? (
          <text key={country.name} x={x} y={y} className={styles.country} fill={colours.text} stroke={colours.land}>
            {country.name}
          </text>
        ) : null;
      })}
    </>
  );
}

function netPath(camera: MapCamera, size: MapSize, around: number): string {
  const { meridians, parallels } = graticule(camera, size, around);
  const [beyondX, beyondY] = [size.width * around, size.height * around];
  const upright = meridians.map((longitude) => {
    const { x } = toPixel(camera, size, { latitude: camera.latitude, longitude });
    return `M${x.toFixed(1)} ${-beyondY}V${size.height + beyondY}`;
  });
  const level = parallels.map((latitude) => {
    const { y } = toPixel(camera, size, { latitude, longitude: camera.longitude });
    return `M${-beyondX} ${y.toFixed(1)}H${size.width + beyondX}`;
  });
  return [...upright, ...level].join('');
}
