import { memo } from 'react';
import type { Scheme } from '../../model/live/palette.ts';
import { type MapCamera, type MapSize, toPixel } from '../../model/map/camera.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import type { PinLabel } from '../../model/map/pin-labels.ts';
import { groupRadius, pinShapes, ringRadius } from '../../model/map/pin-shapes.ts';
import { statusLooks } from '../controls/status-mark.tsx';
import { mapColours } from './map-colours.ts';
import styles from './svg-map.module.css';

type Props = {
  groups: readonly PinGroup[];
  labels: readonly PinLabel[];
  anchor: MapCamera;
  size: MapSize;
  scheme: Scheme;
  chosen: number | null;
};

/** The pins and their names (MAP-1, MAP-2). */
export const SvgPins = memo(function SvgPins({ groups, labels, anchor, size, scheme, chosen }: Props) {
  const colours = mapColours[scheme];
  return (
    <>
      {groups.map((group) => {
        const { x, y } = toPixel(anchor, size, group);
        const isChosen = chosen !== null && group.pins.some(({ id }) => id === chosen);
        return (
          <g
            key={group.key}
            data-look={group.look}
            data-pins={group.pins.length}
            transform={`translate(${(x + group.offset.x).toFixed(1)} ${(y + group.offset.y).toFixed(1)})`}
          >
            {isChosen ? <circle r={ringRadius} className={styles.chosen} /> : null}
            {group.pins.length === 1 ? <Pin look={group.look} /> : <Heap group={group} />}
          </g>
        );
      })}
      {labels.map(({ key, group, text, at }) => {
        const { x, y } = toPixel(anchor, size, group);
        return (
          <text key={key} x={x + at.x} y={y + at.y} className={styles.label} fill={colours.text} stroke={colours.halo}>
            {text}
          </text>
        );
      })}
    </>
  );
});

function Pin({ look }: Pick<PinGroup, 'look'>) {
  const { body, mark } = pinShapes[look];
  return (
    <>
      <path d={body} className={styles.body} fill={statusLooks[look].color} />
      <path d={mark} className={styles.mark} />
    </>
  );
}

function Heap({ group }: { group: PinGroup }) {
  return (
    <>
      <circle r={groupRadius} className={styles.heap} stroke={statusLooks[group.look].color} />
      <text className={styles.count}>{group.pins.length}</text>
    </>
  );
}
