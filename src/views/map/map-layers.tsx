import { useSelector } from '@xstate/react';
import type { LayersRef } from '../../machines/layers/layers-machine.ts';
import { presentRole } from '../../machines/journal/journal-selectors.ts';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { administrator, hasRole } from '../../model/entities/role.ts';
import { areSameRows } from '../../model/journal/rows-model.ts';
import { layersModel, layersOf } from '../../model/journal/screen-models/layers.ts';
import { Button } from '../controls/button.tsx';
import { DialogBoundary } from '../controls/dialog-boundary.tsx';
import { Swatch } from '../controls/swatch.tsx';
import { useScreenModel, useSession } from '../session/session-actors.tsx';
import { useHasExpired } from '../session/use-host-clock.ts';
import styles from './map-layers.module.css';
import { later } from '../controls/later.tsx';

const LayersDialog = later(() => import('./layers-dialog.tsx'));

/** The legend of the system's own layers (LAY-9), with the dialog in which an Administrator edits them. */
export function MapLayers({ map, onReload }: { map: MapRef; onReload: () => void }) {
  const actor = useSelector(map, ({ children }) => children.layers);
  const mayEdit = useSelector(useSession().journal, (journal) => hasRole(presentRole(journal) ?? Infinity, administrator));
  const isExpired = useHasExpired();
  if (actor === undefined) return null;
  return (
    <div className={styles.layers}>
      <LayerLegend />
      {mayEdit && !isExpired ? (
        <>
          <Button onPress={() => actor.send({ type: 'layers.open' })}>Layers</Button>
          <Dialog layers={actor} onReload={onReload} />
        </>
      ) : null}
    </div>
  );
}

function Dialog({ layers, onReload }: { layers: LayersRef; onReload: () => void }) {
  const isOpen = useSelector(layers, (snapshot) => snapshot.hasTag('open'));
  if (!isOpen) return null;
  return (
    <DialogBoundary onRetry={onReload} onClose={() => layers.send({ type: 'dialog.close' })}>
      <LayersDialog layers={layers} />
    </DialogBoundary>
  );
}

function LayerLegend() {
  const rows = useScreenModel(layersModel, layersOf, areSameRows).filter(({ shown }) => shown);
  if (rows.length === 0) return null;
  return (
    <ul className={styles.legend} aria-label="Layers">
      {rows.toReversed().map(({ id, name, color }) => (
        <li key={id}>
          <Swatch color={color} of="layer" />
          <span className="ellipsis">{name}</span>
        </li>
      ))}
    </ul>
  );
}
