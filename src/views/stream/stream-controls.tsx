import { Switch } from '@adobe/react-spectrum/Switch';
import { groupKindNames } from '../../model/live/group-looks.ts';
import { type GroupKind, groupKinds, type TimeLimit, timeLimits } from '../../model/live/live-settings.ts';
import type { ReactNode } from 'react';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { Button } from '../controls/button.tsx';
import styles from './stream.module.css';

type Props = {
  groupBy: GroupKind;
  timeLimit: TimeLimit;
  paused: boolean;
  /** True while a table replaces the chart. */
  table: boolean;
  onGroupBy: (groupBy: GroupKind) => void;
  onTimeLimit: (timeLimit: TimeLimit) => void;
  onPause: () => void;
  onResume: () => void;
  onTable: (table: boolean) => void;
  /** Further actions, after Pause. */
  children: ReactNode;
};

const groupings = groupKinds.map((kind) => ({ id: kind, name: groupKindNames[kind] }));

/** LIVE-1, LIVE-2, LIVE-7: the controls for grouping, for the shown time, and to pause and resume. */
export function StreamControls(props: Props) {
  return (
    <div className={`row wrap gap-12 ${styles.controls}`}>
      <ChoicePicker
        label="Group by"
        labelPosition="side"
        width="size-2400"
        items={groupings}
        value={props.groupBy}
        onChoose={props.onGroupBy}
      />
      <div className={styles.times} role="radiogroup" aria-label="Time shown">
        {timeLimits.map(({ ms, label }) => (
          <label key={ms} className={styles.time}>
            <input type="radio" name="time" checked={props.timeLimit === ms} onChange={() => props.onTimeLimit(ms)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <Button onPress={props.paused ? props.onResume : props.onPause}>{props.paused ? 'Resume' : 'Pause'}</Button>
      {props.children}
      <Switch isSelected={props.table} onChange={props.onTable}>
        Table
      </Switch>
    </div>
  );
}
