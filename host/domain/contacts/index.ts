/** What of contacts the other parts of the domain, and the drivers, may use. */
export { createIntake, type Intake } from './intake.ts';
export { numberEquals } from './occurrences.ts';
export type { StoredContacts } from './stored-contacts.ts';
