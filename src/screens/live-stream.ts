import { lazy } from 'react';
import { viewer } from '../model/entities/role.ts';
import { builtScreen } from './built-screen.ts';

/** LIVE-1. */
export default builtScreen({
  path: 'receivers/stream',
  role: viewer,
  view: lazy(() => import('../views/stream/stream-view.tsx')),
});
