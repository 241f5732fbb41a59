import { useSelector } from '@xstate/react';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { PillButton } from '../controls/pill-button.tsx';
import styles from './map.module.css';

/**
 * Says that the land did not come (MAP-4), with Retry, or what the operator set besides (LAY-8); nothing
 * where they did.
 */
export function BaseNote({ map, isDetailLost = false }: { map: MapRef; isDetailLost?: boolean }) {
  const failed = useSelector(map, (snapshot) => snapshot.hasTag('failed'));
  if (!failed && isDetailLost)
    return (
      <p className={styles.note} role="status">
        The map that is set up for this console could not be loaded; land and countries are drawn in its place.
      </p>
    );
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
