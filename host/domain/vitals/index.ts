/** What other parts of the domain and the drivers may use of vitals. */
export { keepVitals, writeVitals } from './write-vitals.ts';
