/** What happens around the page (services/surroundings). */
export type SurroundingsEvent =
  | { type: 'page.hidden' }
  | { type: 'page.shown' }
  | { type: 'network.lost' }
  | { type: 'network.returned' }
  | { type: 'clock.jumped' };

/**
 * What its parent hears: the same, and instead of a page that is hidden only one that was for so long that
 * all it shows would be old.
 */
export type PageReport = Exclude<SurroundingsEvent, { type: 'page.hidden' }> | { type: 'page.forgotten' };
