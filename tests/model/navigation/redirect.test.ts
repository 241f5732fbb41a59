import { describe, expect, test } from 'vitest';
import { type Place, homeOf, redirectAnonymous, redirectAuthenticated, systemAt } from '#model/navigation/redirect.ts';
import { account, system } from '../../support/fact-samples.ts';

const place = (url: string): Place => {
  const { pathname, search } = new URL(url, 'http://console.test');
  return { pathname, search };
};

describe('who is sent where (NAV-2, NAV-3)', () => {
  test.each([
    ['/', '/login'],
    ['/login', undefined],
    ['/unsubscribe?token=x', undefined],
    ['/complete-profile', undefined],
    ['/nowhere', undefined],
    ['/dashboard', '/login?from=%2Fdashboard'],
    ['/dashboard/demo/receivers/stats?rx=1', '/login?from=%2Fdashboard%2Fdemo%2Freceivers%2Fstats%3Frx%3D1'],
    ['/dashboard/demo/account/logout', '/login'],
    ['/dashboards', undefined],
    ['/registration-approval?email=a', '/login?from=%2Fregistration-approval%3Femail%3Da'],
  ])('anonymous at %s goes to %s (NAV-1)', (from, to) => {
    expect(redirectAnonymous(place(from), false)).toBe(to);
  });

  test('who has just logged out is not led back', () => {
    expect(redirectAnonymous(place('/dashboard/demo/modems'), true)).toBe('/login');
  });

  test('but for who logs out to approve a registration as somebody else (FORM-17)', () => {
    expect(redirectAnonymous(place('/registration-approval'), true)).toBe('/login?from=%2Fregistration-approval');
  });

  test.each([
    ['/', '/dashboard/'],
    ['/login', '/dashboard/'],
    ['/login?from=%2Fdashboard%2Fdemo%2Fmodems%3Fx%3D1', '/dashboard/demo/modems?x=1'],
    ['/login?from=https%3A%2F%2Fevil.example%2Fdashboard%2F', '/dashboard/'],
    ['/login?from=%2F%2Fevil.example%2Fdashboard', '/dashboard/'],
    ['/login?from=%2Fdashboard%2Fdemo%2Faccount%2Flogout', '/dashboard/'],
    ['/login?from=%2Fregistration-approval%3Femail%3Da', '/registration-approval?email=a'],
    ['/dashboard/demo', undefined],
    ['/unsubscribe', undefined],
  ])('authenticated at %s goes to %s', (from, to) => {
    expect(redirectAuthenticated(place(from))).toBe(to);
  });

  test('what an anonymous person is sent away with leads back after the login', () => {
    const wanted = '/dashboard/demo/receivers/stats?rx=1&rx=2&q=a%20b';
    expect(redirectAuthenticated(place(redirectAnonymous(place(wanted), false) ?? ''))).toBe(wanted);
  });

  test.each([
    ['/dashboard/demo/modems', 'demo'],
    ['/dashboard/', null],
    ['/login', null],
  ])('%s names the system %j', (url, mitasId) => {
    expect(systemAt(place(url))).toBe(mitasId);
  });

  test.each([
    ['the one last selected', 'river', ['demo', 'river'], '/dashboard/river/dashboard'],
    ['the only one', null, ['demo'], '/dashboard/demo/dashboard'],
    ['none when one must be chosen', null, ['demo', 'river'], undefined],
    ['none when the one last selected is gone', 'gone', ['demo', 'river'], undefined],
    ['none without systems', null, [], undefined],
  ])('home is %s (SYS-5)', (_, mitasId, systems, home) => {
    expect(
      homeOf(
        { ...account, mitasId },
        systems.map((id) => ({ ...system, mitasId: id })),
      ),
    ).toBe(home);
  });
});
