/** The parts of the alarms folder that other domain folders and the drivers may import. */
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
