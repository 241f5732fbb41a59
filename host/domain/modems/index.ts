/** What other parts of the domain and the drivers may use of modems. */
export { nothingReported } from './wire-modem.ts';
export { writeModemReports } from './write-modems.ts';
