/** The parts of the fleet folder that other domain folders and the drivers may import. */
export type { Driver, DriverParts, Drivers, DriverStatus, ReplayDriver } from './driver.ts';
export { raiseByState } from './state-alarms.ts';
export { reportMessages } from './receiver-reports.ts';
export { firstStatus, heardMessages, stateMessage } from './receiver-states.ts';
export { readReplaySettings, replaySpeedOf, type ReplaySettings } from './replay-settings.ts';
export { noteRhythm } from './upload-rhythms.ts';
