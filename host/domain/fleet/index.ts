/** What of the fleet the other parts of the domain, and the drivers, may use. */
export type { Driver, DriverParts, Drivers, DriverStatus, ReplayDriver } from './driver.ts';
export { reportMessages, writeReports, type ReceiverReport } from './receiver-reports.ts';
export { firstStatus, setReceiverState, stateMessage, type StateChange } from './receiver-states.ts';
export { readReplaySettings, replaySpeedOf, type ReplaySettings } from './replay-settings.ts';
