import { type CalendarDate, parseDate } from '@internationalized/date';
import { useMemo } from 'react';
import { DateField } from '../controls/date-field.tsx';

/** A day of the past of the map, as 'YYYY-MM-DD', from the first one that is known. */
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
