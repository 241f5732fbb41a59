import type { HostConfig, System } from '../entities/system.ts';
import { parseDashboardUrl } from './addresses.ts';
import { isOpen, publicScreens, type Screen, screenAt, sidebar } from './routes.ts';

const product = 'Telemetry console';
const notFound = 'Page not found';

/** What is known about the system of a page. */
type Known = { system: Pick<System, 'commonName' | 'demo' | 'RoleId'> | undefined; sidebar: HostConfig['sidebar'] };

/**
 * Returns the title of the page at an address (WCAG 2.4.2), most specific part first: 'Live stream · Demo ·
 * Telemetry console'. Without `known`, no system is open.
 */
export function pageTitle(pathname: string, known?: Known): string {
  return [screenTitle(pathname, known), known?.system?.commonName, product].filter((part) => part !== undefined).join(' · ');
}

function screenTitle(pathname: string, known: Known | undefined): string | undefined {
  if (pathname === '/') return undefined;
  if (pathname === '/login') return 'Log in';
  const inDashboard = parseDashboardUrl(pathname);
  if (inDashboard === undefined) return publicScreens.find(({ path }) => path === pathname)?.label ?? notFound;
  if (inDashboard.mitasId === null) return 'Choose a system';
  const screen = screenAt(inDashboard.path);
  if (screen === undefined) return notFound;
  return known?.system === undefined || isOpen(screen, known.system, known.sidebar) ? ownName(screen) : notFound;
}

/** Returns a screen's label, with its group's if several groups use that label: 'Animals: Database'. */
function ownName(screen: Screen): string {
  const named = sidebar.filter((item) => item.screens.some(({ label }) => label === screen.label));
  const group = named.find(({ screens }) => screens.includes(screen));
  return named.length > 1 && group !== undefined ? `${group.label}: ${screen.label}` : screen.label;
}
