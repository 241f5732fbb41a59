import { useSelector } from '@xstate/react';
import { memo, useMemo } from 'react';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { selectHeard } from '../../machines/map/map-selectors.ts';
import { type MapCamera, type MapSize, toPixel } from '../../model/map/camera.ts';
import { type Pulse, pulsesOf } from '../../model/map/heard-counts.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import styles from './map-pulses.module.css';
import { around, useAnchor } from './use-anchor.ts';

type Props = { map: MapRef; groups: readonly PinGroup[]; camera: MapCamera; size: MapSize };

/**
 * What is being heard beats around the pins (MAP-1), the faster the more; where less motion is wanted it
 * stands there as a count. One element a pin, over either drawing: none of them draws anything anew for it.
 */
export function MapPulses({ map, groups, camera, size }: Props) {
  const heard = useSelector(map, selectHeard);
  const pulses = useMemo(() => pulsesOf(groups, heard), [groups, heard]);
  const anchor = useAnchor(camera, size);
  const { x, y } = toPixel(camera, size, anchor);
  const shift = `translate(${(x - size.width / 2).toFixed(1)}px, ${(y - size.height / 2).toFixed(1)}px)`;
  return (
    <div className={styles.pulses} style={{ transform: shift }} aria-hidden="true">
      <Pulses pulses={pulses} anchor={anchor} size={size} />
    </div>
  );
}

const Pulses = memo(function Pulses(props: { pulses: readonly Pulse[]; anchor: MapCamera; size: MapSize }) {
  const { pulses, anchor, size } = props;
  return pulses.map(({ group, count, pace }) => {
    const place = toPixel(anchor, size, group);
    const [x, y] = [place.x + group.offset.x, place.y + group.offset.y];
    const isNear = (at: number, side: number): boolean => at > -side * around && at < side * (1 + around);
    return isNear(x, size.width) && isNear(y, size.height) ? (
      <span
        key={group.key}
        className={styles.pulse}
        data-pace={pace}
        style={{ translate: `${x.toFixed(1)}px ${y.toFixed(1)}px` }}
      >
        <span className={styles.pulseCount}>{count.toLocaleString('en-US')}</span>
      </span>
    ) : null;
  });
});
