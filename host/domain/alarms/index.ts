/** What of alarms the other parts of the domain, and the drivers, may use. */
export { alarmsOfChange, judgeStatus, judgeVitals, type Judged } from './alarm-rules.ts';
