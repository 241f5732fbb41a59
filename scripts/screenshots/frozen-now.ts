/**
 * The one moment (ms) at which all of `npm run screenshots -- --all` happens. It is to come: a browser keeps
 * cookies by its own clock, and would forget those of the past at once.
 */
export const frozenNow = Date.UTC(2030, 8, 18, 18, 20);
