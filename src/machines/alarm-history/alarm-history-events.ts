import type { AlarmFileOrder } from '../../model/alarms/alarm-file.ts';
import type { SearchChanged } from '../screen/screen-events.ts';

/** The session has heard of other alarms than before, or has asked again after a time without a line. */
export type AlarmsChanged = { type: 'alarms.changed' };

/** What a person does with the history of alarms, and what is heard of them. */
export type AlarmHistoryEvent =
  /** The address has another search part: the filters stand in it. */
  | SearchChanged
  | { type: 'history.more' }
  | { type: 'history.retry' }
  /** A file of all that the filters ask for is wanted. */
  | { type: 'history.save'; file: Omit<AlarmFileOrder, 'mitasId' | 'filters'> }
  | AlarmsChanged;
