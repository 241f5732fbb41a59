import { lazy } from 'react';
import { liveStreamMachine } from '../machines/live-stream/live-stream-machine.ts';
import { viewer } from '../model/entities/role.ts';
import { streamAddress } from '../model/live/stream-address.ts';
import { builtScreen } from './built-screen.ts';

/** LIVE-1. */
export default builtScreen({
  path: 'receivers/stream',
  role: viewer,
  actor: () => liveStreamMachine,
  address: streamAddress,
  view: lazy(() => import('../views/stream/stream-view.tsx')),
});
