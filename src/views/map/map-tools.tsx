import { useSelector } from '@xstate/react';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { selectIsDeserted } from '../../machines/map/map-selectors.ts';
import { PillButton } from '../controls/pill-button.tsx';
import styles from './map.module.css';

/** What brings the map nearer, farther, and back to all receivers. */
export function MapTools({ map }: { map: MapRef }) {
  return (
    <div className={styles.tools} role="group" aria-label="Zoom">
      <Tool label="Zoom in" sign="+" onClick={() => map.send({ type: 'camera.zoomed', by: 1, at: null })} />
      <Tool label="Zoom out" sign="−" onClick={() => map.send({ type: 'camera.zoomed', by: -1, at: null })} />
      <Tool label="Show all receivers" sign="⤢" onClick={() => map.send({ type: 'look.fit' })} />
    </div>
  );
}

/** Says where no receiver is in sight, and brings them back (MAP-14). */
export function NobodyHere({ map }: { map: MapRef }) {
  return useSelector(map, selectIsDeserted) ? (
    <p className={styles.nobody} role="status">
      No receivers here{' '}
      <PillButton variant="secondary" onPress={() => map.send({ type: 'look.fit' })}>
        Show all
      </PillButton>
    </p>
  ) : null;
}

function Tool({ label, sign, onClick }: { label: string; sign: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.tool} aria-label={label} onClick={onClick}>
      {sign}
    </button>
  );
}
