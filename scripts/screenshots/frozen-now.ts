/** The one moment (ms) at which all of `npm run screenshots -- --all` happens. */
export const frozenNow = Date.UTC(2026, 8, 16, 18, 20);
