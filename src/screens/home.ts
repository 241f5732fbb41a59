import { lazy } from 'react';
import { viewer } from '../model/entities/role.ts';
import { builtScreen } from './built-screen.ts';

/** NAV-16. */
export default builtScreen({
  path: 'dashboard',
  role: viewer,
  view: lazy(() => import('../views/home/home-view.tsx')),
});
