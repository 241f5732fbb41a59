import { useSelector } from '@xstate/react';
import { memo, useCallback } from 'react';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { selectHeard } from '../../machines/map/map-selectors.ts';
import { type MapCamera, type MapSize, toPixel } from '../../model/map/camera.ts';
import { areSamePulses, pulseAlike, paces, type Pulse, pulsesOf } from '../../model/map/heard-counts.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import { pulseRadii } from '../../model/map/pin-shapes.ts';
import { useReducedMotion } from '../charts/use-reduced-motion.ts';
import styles from './map-pulses.module.css';
import { around, useAnchor } from './use-anchor.ts';

type Props = { map: MapRef; groups: readonly PinGroup[]; camera: MapCamera; size: MapSize };
type AtAnchor = { anchor: MapCamera; size: MapSize };

/** The two rings around a pin. The outer one appears later, as if the inner one grew. */
const rings = ['inner', 'outer'] as const;

/**
 * Pulses around pins that hear contacts, faster for more contacts (MAP-1). With reduced motion, shows counts
 * instead. A layer over the map, so that no pulse redraws the map.
 */
export function MapPulses({ map, groups, camera, size }: Props) {
  const isStill = useReducedMotion();
  const selectPulses = useCallback(
    (snapshot: ReturnType<MapRef['getSnapshot']>) => pulsesOf(groups, selectHeard(snapshot)),
    [groups],
  );
  const pulses = useSelector(map, selectPulses, isStill ? areSamePulses : pulseAlike);
  const anchor = useAnchor(camera, size);
  const { x, y } = toPixel(camera, size, anchor);
  const shift = `translate(${(x - size.width / 2).toFixed(1)}px, ${(y - size.height / 2).toFixed(1)}px)`;
  return (
    <div className={styles.pulses} style={{ transform: shift }} aria-hidden="true">
      {isStill ? (
        <Counts pulses={pulses} anchor={anchor} size={size} />
      ) : (
        paces.map((pace) => (
          <Beating key={pace} pace={pace} pulses={pulses.filter((pulse) => pulse.pace === pace)} anchor={anchor} size={size} />
        ))
      )}
    </div>
  );
}

/**
 * Draws all pins of the same pace as one picture that fades in and out. A browser that renders in software
 * composites each animated element separately, and hundreds would use up the processor.
 */
const Beating = memo(
  function Beating({ pace, pulses, anchor, size }: AtAnchor & { pace: Pulse['pace']; pulses: readonly Pulse[] }) {
    if (pulses.length === 0) return null;
    const places = placesOf(pulses, anchor, size);
    return (
      <div data-pace={pace} data-pins={pulses.length}>
        {rings.map((ring) => (
          <svg key={ring} className={styles.ring} data-ring={ring} width={size.width} height={size.height}>
            <path d={places.map((place) => circle(place, pulseRadii[ring])).join('')} />
          </svg>
        ))}
      </div>
    );
  },
  (before, { pulses, anchor, size }) => before.anchor === anchor && before.size === size && pulseAlike(before.pulses, pulses),
);

const Counts = memo(function Counts({ pulses, anchor, size }: AtAnchor & { pulses: readonly Pulse[] }) {
  return placesOf(pulses, anchor, size).map(({ x, y, pulse: { group, count, pace } }) => (
    <span key={group.key} className={styles.pulse} data-pace={pace} style={{ translate: `${x.toFixed(1)}px ${y.toFixed(1)}px` }}>
      <span className={styles.pulseCount}>{count.toLocaleString('en-US')}</span>
    </span>
  ));
});

/** Returns where on the map the pulses are that are in view or near it. */
function placesOf(pulses: readonly Pulse[], anchor: MapCamera, size: MapSize) {
  const isNear = (at: number, side: number): boolean => at > -side * around && at < side * (1 + around);
  return pulses.flatMap((pulse) => {
    const place = toPixel(anchor, size, pulse.group);
    const [x, y] = [place.x + pulse.group.offset.x, place.y + pulse.group.offset.y];
    return isNear(x, size.width) && isNear(y, size.height) ? [{ x, y, pulse }] : [];
  });
}

function circle({ x, y }: { x: number; y: number }, radius: number): string {
  const across = 2 * radius;
  return `M${(x - radius).toFixed(1)} ${y.toFixed(1)}a${radius} ${radius} 0 1 0 ${across} 0a${radius} ${radius} 0 1 0 ${-across} 0`;
}
