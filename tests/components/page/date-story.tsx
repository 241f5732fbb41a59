import { type CalendarDateTime, parseDateTime } from '@internationalized/date';
import { useMemo, useState } from 'react';
import { DateField, useBeyond } from '../../../src/views/controls/date-field.tsx';
import { Button } from '../../../src/views/controls/button.tsx';
import { say } from './said.ts';

export type DateStoryProps = {
  /** '2025-05-01T16:25', or null for none. */
  value: string | null;
  granularity?: 'day' | 'minute';
  error?: string;
};

const [least, most] = [parseDateTime('2020-01-01T00:00'), parseDateTime('2029-12-31T23:59')];
const placeholder = parseDateTime('2025-03-01T00:00');

/** A date field alone, which keeps its own value; a new `value` replaces it, as a new address would. */
export function DateStory({ value, granularity = 'minute', error }: DateStoryProps) {
  const given = useMemo(() => (value === null ? null : parseDateTime(value)), [value]);
  const [own, setOwn] = useState<{ of: CalendarDateTime | null; chosen: CalendarDateTime | null }>({ of: given, chosen: given });
  const [isBeyond, note] = useBeyond();
  return (
    <>
      <DateField<CalendarDateTime>
        label="From"
        granularity={granularity}
        value={own.of === given ? own.chosen : given}
        least={least}
        most={most}
        placeholder={placeholder}
        error={error}
        onBeyond={note('from')}
        onChoose={(chosen) => {
          say('choose', chosen?.toString() ?? null);
          setOwn({ of: given, chosen });
        }}
      />
      <p role="status">{isBeyond ? 'Beyond' : 'Within'}</p>
      <Button>Elsewhere</Button>
    </>
  );
}
