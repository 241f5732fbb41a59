/** What happens around the page (services/surroundings). */
export type SurroundingsEvent =
  | { type: 'page.hidden' }
  | { type: 'page.shown' }
  | { type: 'network.lost' }
  | { type: 'network.returned' }
  | { type: 'clock.jumped' };

/**
 * What the parent gets: the same, but instead of 'page.hidden' only 'page.forgotten', once the page was
 * hidden so long that its content is outdated.
 */
export type PageReport = Exclude<SurroundingsEvent, { type: 'page.hidden' }> | { type: 'page.forgotten' };
