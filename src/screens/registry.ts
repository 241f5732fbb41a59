import type { ScreenId } from '../model/navigation/routes.ts';
import type { BuiltScreen } from './built-screen.ts';
import home from './home.ts';

/**
 * Every screen that the sidebar names (NAV-13), by its id in model/navigation/routes.ts: a line each. Each is
 * a chunk of its own, with its machine, its calls and its view.
 *
 * Of Home, which a session opens with, the unit comes with the session and its view and calls are the
 * chunks: nothing of a screen is loaded before it may be open (NAV-6), and Home would wait for one answer
 * more.
 */
export const builtScreens: Readonly<Record<ScreenId, () => Promise<{ default: BuiltScreen }>>> = {
  'account/profile': () => import('./profile.ts'),
  'advanced/activity': () => import('./activity.ts'),
  alarms: () => import('./alarms.ts'),
  'animals/database': () => import('./animals.ts'),
  'animals/tags': () => import('./tags.ts'),
  collaborators: () => import('./collaborators.ts'),
  changelog: () => import('./changelog.ts'),
  'advanced/detection-settings': () => import('./detection-settings.ts'),
  'advanced/system': () => import('./system.ts'),
  modems: () => import('./modems.ts'),
  download: () => import('./download.ts'),
  dashboard: () => Promise.resolve({ default: home }),
  receivers: () => import('./receivers.ts'),
  'receivers/map': () => import('./map.ts'),
  'receivers/settings': () => import('./settings.ts'),
  'receivers/stats': () => import('./stats.ts'),
  'receivers/stream': () => import('./live-stream.ts'),
  'transmitters/beacons': () => import('./beacons.ts'),
  'transmitters/database': () => import('./transmitters.ts'),
};
