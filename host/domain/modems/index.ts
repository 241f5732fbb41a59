/** The parts of the modems folder that other domain folders and the drivers may import. */
export { nothingReported } from './wire-modem.ts';
export { writeModemReports } from './write-modems.ts';
