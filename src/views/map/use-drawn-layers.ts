import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectContents } from '../../machines/layers/layers-machine.ts';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { areSameRows } from '../../model/journal/rows-model.ts';
import { layersModel, layersOf } from '../../model/journal/screen-models/layers.ts';
import type { LayerDrawing } from '../../model/layers/layer-drawing.ts';
import { useScreenModel } from '../session/session-actors.tsx';
import type { DrawnLayer } from './drawn-map.ts';

const none: ReadonlyMap<string, LayerDrawing> = new Map();

/** Returns the shown layers that have loaded (LAY-9), bottom first. */
export function useDrawnLayers(map: MapRef): readonly DrawnLayer[] {
  const actor = useSelector(map, ({ children }) => children.layers);
  const contents = useSelector(actor, (snapshot) => (snapshot === undefined ? none : selectContents(snapshot)));
  const rows = useScreenModel(layersModel, layersOf, areSameRows);
  return useMemo(
    () =>
      rows.flatMap((row) => {
        const drawing = row.shown ? contents.get(row.content) : undefined;
        return drawing === undefined ? [] : [{ ...row, drawing }];
      }),
    [rows, contents],
  );
}
