import type { BuiltScreen } from './built-screen.ts';

/**
 * The screens that are built, by their id in model/navigation/routes.ts: a line each. Each is a chunk of its
 * own, with its machine, its calls and its view. What does not stand here is not built yet (NAV-13).
 */
export const builtScreens: Readonly<Record<string, () => Promise<{ default: BuiltScreen }>>> = {
  'advanced/activity': () => import('./activity.ts'),
  dashboard: () => import('./home.ts'),
  'receivers/stream': () => import('./live-stream.ts'),
};
