/** The parts of the vitals folder that other domain folders and the drivers may import. */
export { keepVitals, writeVitals } from './write-vitals.ts';
