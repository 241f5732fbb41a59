/** The timezone of the browsers of the tests. */
export const browserTimezone = 'America/Boise';
