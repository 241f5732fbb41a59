/** What of alarms the other parts of the domain, and the drivers, may use. */
export { alarmsOfDown, alarmsOfLevels, judgeStatus, judgeVitals, type Judged, type Levels } from './alarm-rules.ts';
export { alarmsMessage, raiseByReports } from './raise-alarms.ts';
