import { browserFlags, findBrowser } from '../../../scripts/find-browser.ts';

/** For what the headless shell does otherwise: it shows no notifications, and has other fonts in reserve. */
export const fullBrowser = { executablePath: findBrowser(), args: browserFlags() };
