/** What of vitals the other parts of the domain, and the drivers, may use. */
export { keepVitals, writeVitals } from './write-vitals.ts';
