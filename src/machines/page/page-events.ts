/** What happens around the page (services/surroundings). */
export type SurroundingsEvent =
  | { type: 'page.hidden' }
  | { type: 'page.shown' }
  | { type: 'network.lost' }
  | { type: 'network.returned' }
  | { type: 'clock.jumped' };

/**
 * The reports to the parent: the same events, except that 'page.forgotten' replaces 'page.hidden'. It is sent
 * once the page has been hidden so long that its content is outdated.
 */
export type PageReport = Exclude<SurroundingsEvent, { type: 'page.hidden' }> | { type: 'page.forgotten' };
