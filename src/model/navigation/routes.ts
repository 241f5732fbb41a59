import { administrator, hasRole, type RoleId, viewer } from '../entities/role.ts';
import type { HostConfig, System } from '../entities/system.ts';

/** One screen under /dashboard/{mitasId} (NAV-4); `path` is relative to it, '' for none. */
export type Screen = {
  id: string;
  path: string;
  label: string;
  /** What the page shows, in one line. */
  about: string;
  /** Which role it requires, and what others are shown in its place (NAV-18). */
  role: RoleId;
  denied: string | null;
};

/** A sidebar item with its screens; an item with one screen of its own path is a plain link. */
export type SidebarItem = { id: string; label: string; screens: readonly Screen[] };

const screen = (id: string, path: string, label: string, about: string, access: Partial<Screen> = {}): Screen => ({
  id,
  path,
  label,
  about,
  role: viewer,
  denied: null,
  ...access,
});

/** The latest version of the product (NAV-7); the changelog's item carries it as its label. */
export const productVersion = '1.22.1';

/** The sidebar, in order (NAV-4). */
export const sidebar: readonly SidebarItem[] = [
  {
    id: 'account',
    label: 'Account',
    screens: [
      screen('account/profile', 'account/profile', 'Profile', 'Your name, username, email and password'),
      screen('account/logout', 'account/logout', 'Log out', 'Ends this session'),
    ],
  },
  { id: 'dashboard', label: 'Home', screens: [screen('dashboard', 'dashboard', 'Home', 'How the network is doing right now')] },
  {
    id: 'animals',
    label: 'Animals',
    screens: [
      screen('animals/database', 'animals/database', 'Database', 'The animals of this study'),
      screen('animals/tags', 'animals/tags', 'Tags', 'Which animal carries which transmitter'),
    ],
  },
  {
    id: 'transmitters',
    label: 'Transmitters',
    screens: [
      screen('transmitters/database', 'transmitters/database', 'Database', 'The transmitters of this study'),
      screen('transmitters/beacons', 'transmitters/beacons', 'Beacons', 'How well each antenna hears each beacon'),
    ],
  },
  {
    id: 'receivers',
    label: 'Receivers',
    screens: [
      screen('receivers', 'receivers', 'All receivers', 'Every receiver by site, and its configuration'),
      screen('receivers/stream', 'receivers/stream', 'Live stream', 'Contacts as the receivers hear them'),
      screen('receivers/stats', 'receivers/stats', 'Statistics', 'Health of receivers and antennas, and contact analytics'),
      screen('receivers/map', 'receivers/map', 'Map', 'Where the receivers stand'),
      screen('receivers/settings', 'receivers/settings', 'Settings', 'Your settings and those of the system'),
    ],
  },
  { id: 'modems', label: 'Modems', screens: [screen('modems', 'modems', 'Modems', 'The modems that connect the receivers')] },
  {
    id: 'download',
    label: 'Download',
    screens: [screen('download', 'download', 'Download', 'Data files made from the contacts')],
  },
  {
    id: 'collaborators',
    label: 'Collaborators',
    screens: [screen('collaborators', 'collaborators', 'Collaborators', 'The people who work in this system')],
  },
  {
    id: 'advanced',
    label: 'Advanced',
    screens: [
      screen('advanced/system', 'advanced/system', 'System', 'Versions, limits and expiry of this system'),
      screen(
        'advanced/detection-settings',
        'advanced/detection-settings',
        'Detection Settings',
        'How detections are found among contacts, and reprocessing',
        {
          role: administrator,
          denied: 'Detection algorithm settings are only accessible to administrators and owners.',
        },
      ),
      screen('advanced/activity', 'advanced/activity', 'Activity', 'Who changed what in this system, and when'),
    ],
  },
  {
    id: 'changelog',
    label: productVersion,
    screens: [screen('changelog', 'changelog', 'Changelog', 'What changed from version to version')],
  },
];

/** Public pages that mails lead to (NAV-1). */
export const publicScreens: readonly Screen[] = [
  screen('complete-profile', '/complete-profile', 'Complete profile', 'For people who were invited'),
  screen('reset-password', '/reset-password', 'Set password', 'For people who asked for a new password'),
  screen('unsubscribe', '/unsubscribe', 'Unsubscribe', 'Ends email notifications'),
  screen('registration-approval', '/registration-approval', 'Registration approval', 'For the operator of the host'),
];

const screens = sidebar.flatMap((item) => item.screens);

/** Paths that lead to the first screen of their group (NAV-5). */
const groupPaths: Record<string, string> = { '': 'dashboard', account: 'account/profile', advanced: 'advanced/system' };

/** The screen at a path relative to /dashboard/{mitasId}, or undefined where there is none (not found). */
export function screenAt(path: string): Screen | undefined {
  const trimmed = path.replace(/^\/+|\/+$/g, '');
  const wanted = groupPaths[trimmed] ?? trimmed;
  return screens.find((candidate) => candidate.path === wanted);
}

/** The screen of that id. */
export function screenOf(id: string | null): Screen | undefined {
  return screens.find((candidate) => candidate.id === id);
}

/** What the sidebar shows of a system whose settings are not known yet. */
export const noSidebarConfig: HostConfig['sidebar'] = { disabled: [], hidden: [], enabled: [] };

export type ItemState = 'enabled' | 'disabled' | 'hidden';

/**
 * How a sidebar item or screen is shown (NAV-6): a system may hide or disable any; collaborators are open
 * only on the demo host with a role above 0, unless the system enables them (ROLE-10).
 */
export function itemState(id: string, system: Pick<System, 'demo' | 'RoleId'>, sidebarConfig: HostConfig['sidebar']): ItemState {
  if (sidebarConfig.hidden.includes(id)) return 'hidden';
  if (sidebarConfig.disabled.includes(id)) return 'disabled';
  if (id === 'collaborators' && !sidebarConfig.enabled.includes(id)) {
    return system.demo && system.RoleId > 0 ? 'enabled' : 'disabled';
  }
  return 'enabled';
}

/**
 * True when a screen can be opened: what is disabled or hidden in the sidebar, by itself or with its item,
 * has no route (NAV-6).
 */
export function isOpen(screen: Screen, system: Pick<System, 'demo' | 'RoleId'>, sidebarConfig: HostConfig['sidebar']): boolean {
  const item = sidebar.find(({ screens: below }) => below.includes(screen));
  return [screen.id, item?.id ?? screen.id].every((id) => itemState(id, system, sidebarConfig) === 'enabled');
}

/** Why a screen is not opened: the system has no such route (NAV-6), or it takes another role (NAV-18). */
export type Bar = 'closed' | 'denied';

/** The screens that a person of that role cannot open in a system, by their ids, each with the reason. */
export function barredScreens(
  system: Pick<System, 'demo' | 'RoleId'>,
  sidebarConfig: HostConfig['sidebar'],
): Readonly<Record<string, Bar>> {
  const barOf = (screen: Screen): Bar | undefined => {
    if (!isOpen(screen, system, sidebarConfig)) return 'closed';
    return hasRole(system.RoleId, screen.role) ? undefined : 'denied';
  };
  return Object.fromEntries(
    screens.flatMap((screen) => {
      const bar = barOf(screen);
      return bar === undefined ? [] : [[screen.id, bar]];
    }),
  );
}
