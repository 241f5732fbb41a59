import { type CalendarDate, parseDate } from '@internationalized/date';
import { useMemo } from 'react';
import { DateField } from '../controls/date-field.tsx';

/** A field for a past day, as 'YYYY-MM-DD', not before the first known one. */
export default function DayField(props: { day: string; first: string; today: string; onChoose: (day: string) => void }) {
  const { day, first, today, onChoose } = props;
  const [value, least, most] = useMemo(() => [parseDate(day), parseDate(first), parseDate(today)] as const, [day, first, today]);
  return (
    <DateField<CalendarDate>
      label="Date"
      isLabelHidden
      granularity="day"
      value={value}
      least={least}
      most={most}
      placeholder={most}
      onChoose={(chosen) => {
        if (chosen !== null) onChoose(chosen.toString());
      }}
    />
  );
}
