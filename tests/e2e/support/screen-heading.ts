import { type Screen, sidebar } from '#model/navigation/routes.ts';

/** Returns the heading of a screen's page; a database is named after its contents. */
export function screenHeading(screen: Screen): string {
  const group = sidebar.find(({ screens }) => screens.includes(screen));
  return screen.label === 'Database' && group !== undefined ? group.label : screen.label;
}
