import { browserFlags, findBrowser } from '../../../scripts/find-browser.ts';

/** For tests in which the headless shell differs: it shows no notifications and has other fallback fonts. */
export const fullBrowser = { executablePath: findBrowser(), args: browserFlags() };
