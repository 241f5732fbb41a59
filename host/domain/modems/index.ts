/** What of modems the other parts of the domain, and the drivers, may use. */
export { nothingReported } from './wire-modem.ts';
export { writeModemReports } from './write-modems.ts';
