/** The parts of the contacts folder that other domain folders and the drivers may import. */
export { timeFault } from './contact-bounds.ts';
export { createIntake, type Intake } from './intake.ts';
export { numberEquals } from './occurrences.ts';
export type { ReceiverDirectory } from './receiver-directory.ts';
export { reportStillSending, type WarningLog } from './still-sending.ts';
export type { StoredContacts } from './stored-contacts.ts';
export { dueReports, retiredOf } from './unshown.ts';
export { fault, fromTo, instantIn, isNumber, isWhole, type Loose, receiverId } from './wire-fields.ts';
