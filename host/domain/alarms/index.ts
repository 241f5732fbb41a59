/** What other parts of the domain and the drivers may use of alarms. */
export {
  alarmsOfLevels,
  goneAt,
  judgeSilence,
  judgeStatus,
  judgeVitals,
  type Judged,
  type Levels,
  type Raised,
} from './alarm-rules.ts';
export { leastHourlyHits, silenceMs } from './beacon-rules.ts';
export { alarmsMessage, raiseByReports } from './raise-alarms.ts';
