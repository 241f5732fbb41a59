import { useSelector } from '@xstate/react';
import { selectIsLandLost } from '../../machines/map/map-ground-machine.ts';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { selectGround } from '../../machines/map/map-selectors.ts';
import { Button } from '../controls/button.tsx';
import type { DetailReport } from './detail-painter.ts';

type Props = { map: MapRef; detail?: DetailReport; onReload?: () => void };

/**
 * Says, with Retry, that the land (MAP-4) or the operator's base map (LAY-8) did not load. Missing land is
 * not reported if the base map hides it. Retrying the base map reloads the page, because the policy of
 * allowed servers is fixed when a page loads.
 */
export function BaseNote({ map, detail, onReload }: Props) {
  const ground = useSelector(map, selectGround);
  const isLandLost = useSelector(ground, selectIsLandLost) && detail?.isWhole !== true;
  const text = textOf(isLandLost, detail?.isLost === true);
  if (text === null) return null;
  return (
    <p className="row wrap quiet below-12" role="status">
      {text} <Button onPress={detail?.isLost === true ? onReload : () => ground?.send({ type: 'land.retry' })}>Retry</Button>
    </p>
  );
}

function textOf(isLandLost: boolean, isDetailLost: boolean): string | null {
  if (!isLandLost && !isDetailLost) return null;
  if (!isLandLost) return "Could not load this console's base map. Land and countries are drawn instead.";
  const what = isDetailLost ? 'Could not load the base map, or land and countries' : 'Could not load land and countries';
  return `${what}. Receiver locations are not affected.`;
}
