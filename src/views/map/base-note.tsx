import { useSelector } from '@xstate/react';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { PillButton } from '../controls/pill-button.tsx';
import styles from './map.module.css';

type Props = { map: MapRef; isDetailLost?: boolean; onReload?: () => void };

/**
 * Says that the land did not come (MAP-4), or what the operator set besides (LAY-8), with Retry; nothing
 * where they did. A page knows from the beginning which servers it may ask: the second is tried by another.
 */
export function BaseNote({ map, isDetailLost = false, onReload }: Props) {
  const failed = useSelector(map, (snapshot) => snapshot.hasTag('failed'));
  if (!failed && isDetailLost)
    return (
      <p className={styles.note} role="status">
        The map that is set up for this console could not be loaded; land and countries are drawn in its place.{' '}
        <PillButton variant="secondary" onPress={onReload}>
          Retry
        </PillButton>
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
