/** What of alarms the other parts of the domain, and the drivers, may use. */
export { alarmCodes, alarmsOfChange, judgeStatus, judgeVitals, type Judged } from './alarm-rules.ts';
