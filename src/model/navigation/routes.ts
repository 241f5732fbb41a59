import { administrator, hasRole, type RoleId, viewer } from '../entities/role.ts';
import { maxId } from '../fields/value-fields.ts';
import type { HostConfig, System } from '../entities/system.ts';

/**
 * A screen under /dashboard/{mitasId} (NAV-4). `path` is relative to that address; public screens have their
 * complete path.
 */
export type Screen<Id extends string = string> = {
  id: Id;
  path: string;
  label: string;
  /** The role that the screen requires, and the text for people without that role (NAV-18). */
  role: RoleId;
  denied: string | null;
  /**
   * The id of the screen that lists the records of which this one shows one, if it does (VISIT-5). Its
   * address is the list's with the record's id, which `path` writes as ':id'.
   */
  list?: string;
};

/** A sidebar item with its screens. An item with one screen of the same path is a plain link. */
export type SidebarItem = {
  id: string;
  label: string;
  /** A longer name, if the label says too little (NAV-24). */
  name?: string;
  screens: readonly Screen[];
};

type Access = Partial<Pick<Screen, 'role' | 'denied'>>;

const screen = <Id extends string>(path: Id, label: string, access: Access = {}): Screen<Id> => ({
  id: path,
  path,
  label,
  role: viewer,
  denied: null,
  ...access,
});

/** Defines an item that is a plain link. */
const link = <Id extends string>(path: Id, label: string) => ({ id: path, label, screens: [screen(path, label)] });

const publicScreen = (id: string, label: string): Screen => ({ ...screen(id, label), path: `/${id}` });

/** The latest version of the product (NAV-7), which is the label of the changelog's item. */
export const productVersion = '1.22.1';

const items = [
  {
    id: 'account',
    label: 'Account',
    screens: [screen('account/profile', 'Profile'), screen('account/logout', 'Log out')],
  },
  link('dashboard', 'Home'),
  link('alarms', 'Alarms'),
  {
    id: 'animals',
    label: 'Animals',
    screens: [screen('animals/database', 'Database'), screen('animals/tags', 'Tags')],
  },
  {
    id: 'transmitters',
    label: 'Transmitters',
    screens: [screen('transmitters/database', 'Database'), screen('transmitters/beacons', 'Beacons')],
  },
  {
    id: 'receivers',
    label: 'Receivers',
    screens: [
      screen('receivers', 'All receivers'),
      screen('receivers/stream', 'Live stream'),
      screen('receivers/stats', 'Statistics'),
      screen('receivers/map', 'Map'),
      screen('receivers/settings', 'Settings'),
    ],
  },
  link('modems', 'Modems'),
  link('download', 'Download'),
  link('collaborators', 'Collaborators'),
  {
    id: 'advanced',
    label: 'Advanced',
    screens: [
      screen('advanced/system', 'System'),
      screen('advanced/detection-settings', 'Detection Settings', {
        role: administrator,
        denied: 'Detection algorithm settings are only accessible to administrators and owners.',
      }),
      screen('advanced/activity', 'Activity'),
    ],
  },
  {
    id: 'changelog',
    label: productVersion,
    name: `Changelog, version ${productVersion}`,
    screens: [screen('changelog', 'Changelog')],
  },
] satisfies readonly SidebarItem[];

/** The sidebar's items, in order (NAV-4). */
export const sidebar: readonly SidebarItem[] = items;

/** The screens that show one record of a list, and have no link in the sidebar. */
const details = [{ ...screen('animals/tag', 'Tag'), path: 'animals/tags/:id', list: 'animals/tags' }] as const;

/** The ids of all screens, including the address that logs out, which shows nothing (NAV-13). */
type SidebarId = (typeof items)[number]['screens'][number]['id'] | (typeof details)[number]['id'];
export type ScreenId = Exclude<SidebarId, 'account/logout'>;

/** The public pages that links in emails lead to (NAV-1). */
export const publicScreens: readonly Screen[] = [
  publicScreen('complete-profile', 'Complete profile'),
  publicScreen('reset-password', 'Set password'),
  publicScreen('unsubscribe', 'Unsubscribe'),
  publicScreen('registration-approval', 'Registration approval'),
];

const screens: readonly Screen<SidebarId>[] = [
  ...items.flatMap((item): readonly Screen<SidebarId>[] => item.screens),
  ...details,
];

/** Paths that lead to the first screen of their group (NAV-5). */
const groupPaths: Record<string, string> = { '': 'dashboard', account: 'account/profile', advanced: 'advanced/system' };

/** Returns the screen at a path relative to /dashboard/{mitasId}; undefined if there is none (not found). */
export function screenAt(path: string): Screen<SidebarId> | undefined {
  const trimmed = path.replace(/^\/+|\/+$/g, '');
  const wanted = groupPaths[trimmed] ?? trimmed;
  const list = recordAt(trimmed) === null ? null : trimmed.replace(/\/[^/]+$/, '');
  return screens.find(({ path: own, list: above }) => (above === undefined ? own === wanted : above === list));
}

/** Returns the id of a record that ends a path, a whole number from 1; null if it ends otherwise. */
export function recordAt(path: string): number | null {
  const id = Number(/\/([1-9]\d*)\/*$/.exec(path)?.[1] ?? Number.NaN);
  return id <= maxId ? id : null;
}

/** Returns the screen in the sidebar that a screen belongs to: itself, or the list of its record. */
export function listOf(screen: Screen): Screen {
  return screenOf(screen.list ?? null) ?? screen;
}

/** Returns the screen with an id; undefined if there is none. */
export function screenOf(id: string | null): Screen | undefined {
  return screens.find((candidate) => candidate.id === id);
}

/** The sidebar of a system whose settings are not loaded yet. */
export const noSidebarConfig: HostConfig['sidebar'] = { disabled: [], hidden: [], enabled: [] };

export type ItemState = 'enabled' | 'disabled' | 'hidden';

/**
 * Returns how a sidebar item or screen is shown (NAV-6). A system can hide or disable any. Collaborators are
 * enabled only on the demo host with a role above 0, or if the system enables them (ROLE-10).
 */
export function itemState(id: string, system: Pick<System, 'demo' | 'RoleId'>, sidebarConfig: HostConfig['sidebar']): ItemState {
  if (sidebarConfig.hidden.includes(id)) return 'hidden';
  if (sidebarConfig.disabled.includes(id)) return 'disabled';
  if (id === 'collaborators' && !sidebarConfig.enabled.includes(id)) {
    return system.demo && system.RoleId > 0 ? 'enabled' : 'disabled';
  }
  return 'enabled';
}

/** Returns why an item or screen is disabled in the sidebar (FORM-11); null if it is not. */
export function whyGreyed(
  id: string,
  system: Pick<System, 'demo' | 'RoleId'>,
  sidebarConfig: HostConfig['sidebar'],
): string | null {
  if (itemState(id, system, sidebarConfig) !== 'disabled') return null;
  const isSwitchedOff = id !== 'collaborators' || sidebarConfig.disabled.includes(id);
  if (isSwitchedOff) return 'Switched off in this system';
  return system.demo ? 'Not available to the host operator' : 'Not offered in this system';
}

/**
 * Returns true if a screen can be opened. One that is disabled or hidden in the sidebar, by itself or with
 * its item or list, has no route (NAV-6).
 */
export function isOpen(screen: Screen, system: Pick<System, 'demo' | 'RoleId'>, sidebarConfig: HostConfig['sidebar']): boolean {
  const list = listOf(screen);
  const item = sidebar.find(({ screens: below }) => below.includes(list));
  return [screen.id, list.id, item?.id ?? screen.id].every((id) => itemState(id, system, sidebarConfig) === 'enabled');
}

/** Why a screen cannot be opened: no such route in the system (NAV-6), or too low a role (NAV-18). */
export type Bar = 'closed' | 'denied';

/** Returns the screens that a person cannot open in a system, by id, each with the reason. */
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
