import { describe, expect, it } from 'vitest';
import { pageTitle } from '#model/navigation/page-title.ts';
import { sidebar } from '#model/navigation/routes.ts';

const none = { disabled: [], hidden: [], enabled: [] };
const system = { commonName: 'Demo', demo: true, RoleId: 1 };
const demo = { system, sidebar: none };

describe('the title of a page (WCAG 2.4.2) (NAV-11)', () => {
  it.each([
    ['/', undefined, 'Telemetry console'],
    ['/login', undefined, 'Log in · Telemetry console'],
    ['/unsubscribe', undefined, 'Unsubscribe · Telemetry console'],
    ['/nowhere', undefined, 'Page not found · Telemetry console'],
    ['/dashboard', undefined, 'Choose a system · Telemetry console'],
    ['/dashboard/demo/receivers/stream', undefined, 'Live stream · Telemetry console'],
    ['/dashboard/demo/receivers/stream', { ...demo, system: undefined }, 'Live stream · Telemetry console'],
    ['/dashboard/demo/receivers/stream', demo, 'Live stream · Demo · Telemetry console'],
    ['/dashboard/demo', demo, 'Home · Demo · Telemetry console'],
    ['/dashboard/demo/account', demo, 'Profile · Demo · Telemetry console'],
    ['/dashboard/demo/animals/database', demo, 'Animals: Database · Demo · Telemetry console'],
    ['/dashboard/demo/animals/tags/12', demo, 'Tag · Demo · Telemetry console'],
    ['/dashboard/demo/animals/tags/0', demo, 'Page not found · Demo · Telemetry console'],
    ['/dashboard/demo/nothing', demo, 'Page not found · Demo · Telemetry console'],
    ['/dashboard/demo/modems', { system, sidebar: { ...none, hidden: ['modems'] } }, 'Page not found · Demo · Telemetry console'],
  ])('at %s is, with %j, %s', (pathname, known, title) => {
    expect(pageTitle(pathname, known)).toBe(title);
  });

  it('is another one for every screen', () => {
    const paths = sidebar.flatMap(({ screens }) => screens.map(({ path }) => path));
    expect(new Set(paths.map((path) => pageTitle(`/dashboard/demo/${path}`, demo))).size).toBe(paths.length);
  });
});
