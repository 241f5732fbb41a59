import { liveStreamMachine } from '../machines/live-stream/live-stream-machine.ts';
import { surroundingsLogic } from '../machines/page/surroundings-logic.ts';
import { streamAddress } from '../model/live/stream-address.ts';
import { builtScreen } from './built-screen.ts';
import { later } from '../views/controls/later.tsx';

/** The live stream screen (LIVE-1). */
export default builtScreen({
  actor: ({ surroundings }) => liveStreamMachine.provide({ actors: { surroundings: surroundingsLogic(surroundings) } }),
  address: streamAddress,
  view: later(() => import('../views/stream/stream-view.tsx')),
});
