import { type CalendarDate, parseDate } from '@internationalized/date';
import { useState } from 'react';
import { hasTyped } from '../../model/forms/typed.ts';
import { type DayRange, whyNoRange } from '../../model/modems/modems-address.ts';
import { firstKnownDay } from '../../model/statistics/stats-question.ts';
import { DateField } from '../controls/date-field.tsx';
import { FormDialog } from '../controls/form-dialog.tsx';
import { useHostHour, useTimes } from '../session/use-host-clock.ts';

type Props = {
  /** The shown range of days; null if the last hours are shown. */
  chosen: DayRange | null;
  onChoose: (range: DayRange) => void;
};

const ends = ['from', 'to'] as const;
const labels = { from: 'First day', to: 'Last day' };

/**
 * Asks for whole days in the system's timezone, none of them in the future. Must be within a DialogHolder.
 */
export function RangeDialog({ chosen, onChoose }: Props) {
  const times = useTimes();
  const today = parseDate(times.stamp(useHostHour()).slice(0, 10));
  const [days, setDays] = useState<Record<keyof DayRange, CalendarDate | null>>({
    from: chosen && parseDate(chosen.from),
    to: chosen && parseDate(chosen.to),
  });
  const [beyond, setBeyond] = useState({ from: false, to: false });
  const range = { from: days.from?.toString() ?? null, to: days.to?.toString() ?? null };
  const [began] = useState(range);
  const isReversed = days.from !== null && days.to !== null && days.from.compare(days.to) > 0;
  const why = beyond.from || beyond.to ? `Choose days from ${firstKnownDay} to ${today.toString()}` : whyNoRange(range);
  const send = (): void => {
    if (range.from !== null && range.to !== null) onChoose({ from: range.from, to: range.to });
  };
  return (
    <FormDialog
      title="Choose the days to plot"
      send="Submit"
      why={why}
      isTyped={beyond.from || beyond.to || hasTyped(began, range)}
      onSend={send}
    >
      {ends.map((end) => (
        <DateField<CalendarDate>
          key={end}
          label={labels[end]}
          granularity="day"
          value={days[end]}
          least={parseDate(firstKnownDay)}
          most={today}
          placeholder={today}
          error={isReversed && end === 'from' ? 'The first day is after the last' : undefined}
          onChoose={(day) => setDays((before) => ({ ...before, [end]: day }))}
          onBeyond={(isBeyond) => setBeyond((before) => ({ ...before, [end]: isBeyond }))}
        />
      ))}
    </FormDialog>
  );
}
