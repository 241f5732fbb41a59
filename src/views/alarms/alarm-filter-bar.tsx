import { Checkbox } from '@adobe/react-spectrum/Checkbox';
import { useId, useState } from 'react';
import { type AlarmFilters, areReversed, countFilters, reversedTimesText } from '../../model/alarms/alarm-filters.ts';
import {
  type AlarmChoice,
  codeChoices,
  levelChoices,
  snoozeFilterChoices,
  unfilteredKey,
} from '../../model/alarms/alarm-choices.ts';
import type { PastAlarm } from '../../model/contract/alarm-history-calls.ts';
import { receiverLooks } from '../../model/journal/read-models/fleet-selectors.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { TimeFields } from '../activity/time-field.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import styles from './alarms.module.css';
import { ChoicePicker } from '../controls/choice-picker.tsx';

type Props = {
  filters: AlarmFilters;
  alarms: readonly PastAlarm[];
  /** Formats times in the system's timezone. */
  times: TimeText;
  onChoose: (chosen: Partial<AlarmFilters>) => void;
};

/**
 * Filters alarms by level, alarm, receiver, time and outcome; the choices go into the address. On a phone, a
 * button with the number of active filters unfolds them.
 */
export function AlarmFilterBar({ filters, alarms, times, onChoose }: Props) {
  const id = useId();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const looks = useReadModel((models) => receiverLooks(models.fleet));
  const error = areReversed(filters) ? reversedTimesText : undefined;
  const receivers = [
    { id: unfilteredKey, name: 'All receivers' },
    ...[...looks].map(([id, { alias }]) => ({ id: String(id), name: alias })),
    ...gone(filters.receiver, looks, alarms),
  ];
  const count = countFilters(filters);
  return (
    <>
      <button
        type="button"
        className={styles.unfold}
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setIsUnfolded(!isUnfolded)}
      >
        {count === 0 ? 'Filters' : `Filters: ${count}`}
      </button>
      <div id={id} className={`wrap align-start gap-8-12 ${styles.filters}`} data-unfolded={isUnfolded}>
        <Choices
          label="Level"
          items={levelChoices}
          value={filters.level}
          onChoose={(level) => onChoose({ level: numbered(level) })}
        />
        <Choices
          label="Alarm"
          items={codeChoices(filters.code)}
          value={filters.code}
          onChoose={(code) => onChoose({ code: numbered(code) })}
        />
        <Choices
          label="Receiver"
          items={receivers}
          value={filters.receiver}
          onChoose={(receiver) => onChoose({ receiver: numbered(receiver) })}
        />
        <Choices
          label="Snooze"
          items={snoozeFilterChoices}
          value={filters.snoozed}
          onChoose={(snoozed) => onChoose({ snoozed: snoozed as AlarmFilters['snoozed'] })}
        />
        <TimeFields
          labels={{ from: 'From', until: 'Until' }}
          values={filters}
          times={times}
          errors={{ from: error, until: error }}
          onChoose={onChoose}
        />
        <div className={styles.beside}>
          <Checkbox isSelected={filters.lasting !== null} onChange={(isOn) => onChoose({ lasting: isOn ? 'yes' : null })}>
            Ongoing
          </Checkbox>
          <Checkbox isSelected={filters.lines !== null} onChange={(isOn) => onChoose({ lines: isOn ? 'single' : null })}>
            Single lines
          </Checkbox>
        </div>
      </div>
    </>
  );
}

type ChoicesProps = {
  label: string;
  items: readonly AlarmChoice[];
  value: number | string | null;
  onChoose: (key: string | null) => void;
};

function Choices({ label, items, value, onChoose }: ChoicesProps) {
  return (
    <div className={styles.choices}>
      <ChoicePicker
        width="100%"
        label={label}
        items={items}
        value={value === null ? unfilteredKey : String(value)}
        onChoose={(key) => onChoose(key === unfilteredKey ? null : key)}
      />
    </div>
  );
}

function numbered(key: string | null): number | null {
  return key === null ? null : Number(key);
}

/** Returns a choice for a receiver that no longer exists, with its name from the shown alarms. */
function gone(id: number | null, looks: ReadonlyMap<number, unknown>, alarms: readonly PastAlarm[]): AlarmChoice[] {
  if (id === null || looks.has(id)) return [];
  return [{ id: String(id), name: alarms.find(({ rxId }) => rxId === id)?.alias ?? `Receiver ${id}` }];
}
