import { parseDateTime } from '@internationalized/date';
import { useMemo, useState } from 'react';
import { latestMs } from '../../model/fields/instant-fields.ts';
import { stampText, type TimeText } from '../../model/time/time-text.ts';
import { instantAt } from '../../model/time/wall-time.ts';
import { DateField, wallOf } from '../controls/date-field.tsx';
import { useHostNow } from '../session/use-host-clock.ts';

type Props = {
  label: string;
  /** The accepted time, in ms since the epoch. */
  ts: number | null;
  /** Has one timezone: render a new field for another one. */
  times: TimeText;
  /** Why a complete time is not accepted. */
  error?: string | undefined;
  granularity?: 'minute' | 'second';
  onChoose: (ts: number | null) => void;
  /** See `DateField`. */
  onBeyond?: (isBeyond: boolean) => void;
};

/** Why a form with a time outside the field's bounds is not sent. */
export const beyondTimes = 'Choose times from 2000 on';

/** The earliest time that can be chosen, and below, the latest. */
const firstDay = parseDateTime('2000-01-01T00:00');
const lastDay = wallOf(stampText(latestMs, 0));

/** A field for a time to the minute or second, in the system's timezone. */
export function TimeField({ label, ts, times, error, granularity = 'minute', onChoose, onBeyond }: Props) {
  const now = useHostNow();
  const value = useMemo(() => (ts === null ? null : wallOf(times.stamp(ts))), [ts, times]);
  // The calendar opens at today's midnight.
  const [today] = useState(() => {
    return wallOf(times.stamp(now())).set({ hour: 0, minute: 0, second: 0 });
  });
  return (
    <DateField
      label={label}
      granularity={granularity}
      value={value}
      least={firstDay}
      most={lastDay}
      placeholder={today}
      error={error}
      onBeyond={onBeyond}
      onChoose={(chosen) => onChoose(chosen === null ? null : instantAt(chosen.toDate('UTC').getTime(), times))}
    />
  );
}
