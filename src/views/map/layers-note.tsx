import { useSelector } from '@xstate/react';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { Button } from '../controls/button.tsx';

/** Says that some layers did not load. */
export function LayersNote({ map }: { map: MapRef }) {
  const actor = useSelector(map, ({ children }) => children.layers);
  const isMissing = useSelector(actor, (snapshot) => snapshot?.hasTag('missing') === true);
  if (actor === undefined || !isMissing) return null;
  return (
    <p className="row wrap quiet below-12" role="status">
      Not all layers could be loaded. <Button onPress={() => actor.send({ type: 'layers.retry' })}>Retry</Button>
    </p>
  );
}
