import { type CalendarDate, parseDate } from '@internationalized/date';
import { dayMs, mostKeyDays } from '../../model/entities/key.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { instantOf } from '../../model/time/wall-time.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { DateField } from '../controls/date-field.tsx';
import { useHostHour, useTimes } from '../session/use-host-clock.ts';

/** The choice of when a key expires: after `days` or, if that is null, at the end of `day` ('YYYY-MM-DD'). */
export type ChosenEnd = { days: number | null; day: string | null };

const choices = [30, 90, 365];

/**
 * Returns when the key expires, in ms since the epoch; null while neither is chosen. A day ends in the
 * system's timezone.
 */
export function endOf({ days, day }: ChosenEnd, now: number, times: TimeText): number | null {
  if (days !== null) return now + days * dayMs;
  return day === null ? null : instantOf(`${day} 23:59:59`, times);
}

type Props = {
  ending: ChosenEnd;
  isBusy: boolean;
  onChange: (ending: ChosenEnd) => void;
  onBeyond: (isBeyond: boolean) => void;
};

/** Chooses how long a key is valid. */
export function KeyEnding({ ending, isBusy, onChange, onBeyond }: Props) {
  const times = useTimes();
  const now = useHostHour();
  const dayAfter = (days: number): CalendarDate => parseDate(times.stamp(now + days * dayMs).slice(0, 10));
  return (
    <>
      <ChoicePicker
        label="Expires after"
        width="100%"
        isDisabled={isBusy}
        items={[...choices.map((days) => ({ id: String(days), name: `${days} days` })), { id: 'day', name: 'Custom date' }]}
        value={ending.days === null ? 'day' : String(ending.days)}
        onChoose={(key) => onChange({ ...ending, days: key === 'day' ? null : Number(key) })}
      />
      {ending.days === null ? (
        <DateField<CalendarDate>
          label="Last day"
          granularity="day"
          value={ending.day === null ? null : parseDate(ending.day)}
          least={dayAfter(0)}
          most={dayAfter(mostKeyDays - 1)}
          placeholder={dayAfter(choices[0] ?? 0)}
          onBeyond={onBeyond}
          onChoose={(day) => onChange({ days: null, day: day?.toString() ?? null })}
        />
      ) : null}
    </>
  );
}
