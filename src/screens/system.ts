import { lazy } from 'react';
import { builtScreen } from './built-screen.ts';

/** SYS-14. */
export default builtScreen({ view: lazy(() => import('../views/system/system-view.tsx')) });
