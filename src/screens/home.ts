import { lazy } from 'react';
import { viewer } from '../model/entities/role.ts';
import { homeAddress } from '../model/navigation/home-address.ts';
import { builtScreen } from './built-screen.ts';

/** NAV-16. */
export default builtScreen({
  path: 'dashboard',
  role: viewer,
  address: homeAddress,
  view: lazy(() => import('../views/home/home-view.tsx')),
});
