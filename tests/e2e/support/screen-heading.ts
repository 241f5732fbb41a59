import { type Screen, sidebar } from '#model/navigation/routes.ts';

/** What the page of a screen is headed: of several databases each is called by what it is of. */
export function screenHeading(screen: Screen): string {
  const group = sidebar.find(({ screens }) => screens.includes(screen));
  return screen.label === 'Database' && group !== undefined ? group.label : screen.label;
}
