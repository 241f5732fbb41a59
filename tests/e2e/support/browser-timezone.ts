/** The timezone of the test browsers. */
export const browserTimezone = 'America/Boise';
