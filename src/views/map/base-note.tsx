import { useSelector } from '@xstate/react';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { PillButton } from '../controls/pill-button.tsx';
import styles from './map.module.css';

/** Says that the land did not come (MAP-4), with Retry; nothing where it did. */
export function BaseNote({ map }: { map: MapRef }) {
  const failed = useSelector(map, (snapshot) => snapshot.hasTag('failed'));
  if (!failed) return null;
  return (
    <p className={styles.note} role="status">
      Land and countries could not be loaded; the receivers stand where they stand.{' '}
      <PillButton variant="secondary" onPress={() => map.send({ type: 'base.retry' })}>
        Retry
      </PillButton>
    </p>
  );
}
