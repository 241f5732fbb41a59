import { describe, expect, it } from 'vitest';
import { parseDashboardUrl, screenUrl, withSystem } from '#model/navigation/addresses.ts';
import {
  barredScreens,
  isOpen,
  itemState,
  listOf,
  recordAt,
  screenAt,
  screenOf,
  sidebar,
  whyGreyed,
} from '#model/navigation/routes.ts';

/** NAV-4: routes under /dashboard/{mitasId}. */
const specRoutes =
  'account, account/profile, account/logout, dashboard, animals/database, animals/tags, transmitters/database, transmitters/beacons, receivers, receivers/stream, receivers/stats, receivers/map, receivers/settings, modems, download, collaborators, advanced, advanced/system, advanced/detection-settings, changelog';

describe('routes (NAV-4)', () => {
  it.each(specRoutes.split(', '))('knows %s (NAV-4, NAV-5)', (path) => {
    expect(screenAt(path)).toBeDefined();
  });

  it('knows Alarms and Activity as well (NAV-4)', () => {
    expect(screenAt('alarms')?.label).toBe('Alarms');
    expect(screenAt('advanced/activity')?.label).toBe('Activity');
  });

  it('knows no other', () => {
    for (const path of ['animals', 'receivers/none', 'x', 'dashboard/dashboard']) expect(screenAt(path)).toBeUndefined();
  });

  it.each([
    ['animals/tags/12', 12],
    ['/animals/tags/12/', 12],
    ['animals/tags/2147483647', 2_147_483_647],
    ['animals/tags/2147483648', null],
    ['animals/tags/0', null],
    ['animals/tags/012', null],
    ['animals/tags/-1', null],
    ['animals/tags/1.5', null],
    ['animals/tags/x', null],
    ['animals/tags/:id', null],
    ['animals/tags/12/13', null],
    ['animals/database/12', null],
  ])('has a page of one tag, with its number in the path: %s (VISIT-5)', (path, id) => {
    const screen = screenAt(path);
    expect(screen?.id).toBe(id === null ? undefined : 'animals/tag');
    if (screen === undefined) return;
    expect([screen.label, listOf(screen).id, recordAt(path)]).toEqual(['Tag', 'animals/tags', id]);
    expect(sidebar.flatMap(({ screens }) => screens)).not.toContain(screen);
  });

  it.each([
    [{}, true],
    [{ disabled: ['animals/tags'] }, false],
    [{ hidden: ['animals'] }, false],
    [{ disabled: ['animals'] }, false],
    [{ hidden: ['animals/database'] }, true],
  ])('opens a tag only where the list of tags opens: with %j %s (VISIT-5)', (part, expected) => {
    const settings = { disabled: [], hidden: [], enabled: [], ...part };
    expect(barredScreens({ demo: false, RoleId: 4 }, settings)['animals/tag']).toBe(expected ? undefined : 'closed');
  });

  it('labels the changelog with the version (NAV-7)', () => {
    expect(sidebar.find((item) => item.id === 'changelog')?.label).toBe('1.22.1');
  });

  it.each([
    ['/dashboard', { mitasId: null, path: '' }],
    ['/dashboard/', { mitasId: null, path: '' }],
    ['/dashboard/demo', { mitasId: 'demo', path: '' }],
    ['/dashboard/demo/receivers/stream', { mitasId: 'demo', path: 'receivers/stream' }],
    ['/dashboard/a%20b/modems/', { mitasId: 'a b', path: 'modems' }],
    ['/dashboard/%E0%A4%A/modems', { mitasId: '%E0%A4%A', path: 'modems' }],
    ['/login', undefined],
    ['/dashboards/demo', undefined],
  ])('reads %s', (pathname, expected) => {
    expect(parseDashboardUrl(pathname)).toEqual(expected);
  });

  it.each([
    ['/dashboard/demo/receivers/stream', '/dashboard/river/receivers/stream'],
    ['/dashboard/demo', '/dashboard/river/dashboard'],
    ['/login', '/dashboard/river/dashboard'],
    ['/dashboard/demo/animals/tags/12', '/dashboard/river/animals/tags'],
    ['/dashboard/demo/animals/tags/x', '/dashboard/river/animals/tags/x'],
  ])('rewrites the host segment of %s (NAV-8)', (pathname, expected) => {
    expect(withSystem(pathname, 'river')).toBe(expected);
  });

  it('encodes the system in an address', () => {
    expect(screenUrl('a/b', 'modems')).toBe('/dashboard/a%2Fb/modems');
  });

  const none = { disabled: [], hidden: [], enabled: [] };
  it.each([
    ['collaborators', { demo: true, RoleId: 1 }, none, 'enabled'],
    ['collaborators', { demo: true, RoleId: 0 }, none, 'disabled'],
    ['collaborators', { demo: false, RoleId: 1 }, none, 'disabled'],
    ['collaborators', { demo: false, RoleId: 1 }, { ...none, enabled: ['collaborators'] }, 'enabled'],
    ['modems', { demo: true, RoleId: 1 }, { ...none, hidden: ['modems'] }, 'hidden'],
    ['modems', { demo: true, RoleId: 1 }, { ...none, disabled: ['modems'] }, 'disabled'],
    ['modems', { demo: false, RoleId: 4 }, none, 'enabled'],
  ] as const)('shows %s for %o (NAV-6, ROLE-10)', (id, system, config, expected) => {
    expect(
      itemState(id, system, { disabled: [...config.disabled], hidden: [...config.hidden], enabled: [...config.enabled] }),
    ).toBe(expected);
  });

  it.each([
    ['collaborators', { demo: true, RoleId: 1 }, none, null],
    ['collaborators', { demo: true, RoleId: 0 }, none, 'Not available to the host operator'],
    ['collaborators', { demo: false, RoleId: 1 }, none, 'Not offered in this system'],
    ['collaborators', { demo: true, RoleId: 1 }, { ...none, disabled: ['collaborators'] }, 'Switched off in this system'],
    ['modems', { demo: true, RoleId: 1 }, { ...none, disabled: ['modems'] }, 'Switched off in this system'],
    ['modems', { demo: true, RoleId: 1 }, { ...none, hidden: ['modems'] }, null],
    ['modems', { demo: false, RoleId: 4 }, none, null],
  ] as const)('says why %s is greyed for %o with %o: %s (FORM-11)', (id, system, config, expected) => {
    const sidebarConfig = { disabled: [...config.disabled], hidden: [...config.hidden], enabled: [...config.enabled] };
    expect(whyGreyed(id, system, sidebarConfig)).toBe(expected);
  });

  it.each([
    ['modems', none, true],
    ['modems', { ...none, disabled: ['modems'] }, false],
    ['receivers/map', { ...none, hidden: ['receivers'] }, false],
    ['receivers/map', { ...none, disabled: ['receivers/map'] }, false],
    ['receivers/stream', { ...none, disabled: ['receivers/map'] }, true],
    ['collaborators', none, false],
  ] as const)('opens %s by its address with %o: %s (NAV-6)', (path, config, expected) => {
    const { disabled, hidden, enabled } = config;
    const screen = screenAt(path);
    if (screen === undefined) throw new Error(`There is no screen ${path}`);
    const settings = { disabled: [...disabled], hidden: [...hidden], enabled: [...enabled] };
    expect(isOpen(screen, { demo: false, RoleId: 1 }, settings)).toBe(expected);
    expect(barredScreens({ demo: false, RoleId: 4 }, settings)[screen.id]).toBe(expected ? undefined : 'closed');
  });

  it.each([
    ['advanced/detection-settings', 2, true],
    ['advanced/detection-settings', 3, false],
    ['advanced/activity', 4, true],
  ] as const)('%s takes a person of role %d: %s (NAV-18)', (id, role, expected) => {
    const screen = screenOf(id);
    if (screen === undefined) throw new Error(`There is no screen ${id}`);
    const barred = barredScreens({ demo: false, RoleId: role }, { disabled: [], hidden: [], enabled: [] });
    expect(barred[id]).toBe(expected ? undefined : 'denied');
    expect(screen.role === 4 || screen.denied !== null, 'who is not let in reads why').toBe(true);
  });
});
