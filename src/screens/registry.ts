import type { ScreenId } from '../model/navigation/routes.ts';
import type { BuiltScreen } from './built-screen.ts';
import home from './home.ts';

/**
 * The screens of the sidebar (NAV-13), by their id in model/navigation/routes.ts. Each screen is a chunk with
 * its machine and calls, and its view is another chunk; both start to load at the same time. Home opens with
 * the session, so its unit is part of the session, and only its view and calls are chunks.
 */
export const builtScreens: Readonly<Record<ScreenId, () => Promise<{ default: BuiltScreen }>>> = {
  'account/profile': () => withView(import('./profile.ts'), import('../views/profile/profile-view.tsx')),
  'advanced/activity': () => withView(import('./activity.ts'), import('../views/activity/activity-view.tsx')),
  alarms: () => withView(import('./alarms.ts'), import('../views/alarms/alarms-view.tsx')),
  'animals/database': () => withView(import('./animals.ts'), import('../views/registry/plain-registry-view.tsx')),
  'animals/tag': () => withView(import('./tag.ts'), import('../views/tag/tag-view.tsx')),
  'animals/tags': () => withView(import('./tags.ts'), import('../views/tags/tags-view.tsx')),
  collaborators: () => withView(import('./collaborators.ts'), import('../views/collaborators/collaborators-view.tsx')),
  changelog: () => withView(import('./changelog.ts'), import('../views/changelog/changelog-view.tsx')),
  'advanced/detection-settings': () =>
    withView(import('./detection-settings.ts'), import('../views/detection/detection-view.tsx')),
  'advanced/system': () => withView(import('./system.ts'), import('../views/system/system-view.tsx')),
  modems: () => withView(import('./modems.ts'), import('../views/modems/modems-view.tsx')),
  download: () => withView(import('./download.ts'), import('../views/download/download-view.tsx')),
  dashboard: () => Promise.resolve({ default: home }),
  receivers: () => withView(import('./receivers.ts'), import('../views/receivers/receivers-view.tsx')),
  'receivers/map': () => withView(import('./map.ts'), import('../views/map/map-view.tsx')),
  'receivers/settings': () => withView(import('./settings.ts'), import('../views/settings/settings-view.tsx')),
  'receivers/stats': () => withView(import('./stats.ts'), import('../views/statistics/stats-view.tsx')),
  'receivers/stream': () => withView(import('./live-stream.ts'), import('../views/stream/stream-view.tsx')),
  'transmitters/beacons': () => withView(import('./beacons.ts'), import('../views/beacons/beacons-view.tsx')),
  'transmitters/database': () => withView(import('./transmitters.ts'), import('../views/transmitters/transmitters-view.tsx')),
};

type Unit = { default: BuiltScreen };

/**
 * Returns the unit without waiting for its view. A view that failed to load is loaded again when it is drawn.
 */
function withView(unit: Promise<Unit>, view: Promise<unknown>): Promise<Unit> {
  view.catch(() => undefined);
  return unit;
}
