import { parseDateTime } from '@internationalized/date';
import { useMemo, useState } from 'react';
import { latestMs } from '../../model/fields/instant-fields.ts';
import { stampText, type TimeText } from '../../model/time/time-text.ts';
import { instantAt } from '../../model/time/wall-time.ts';
import { DateField, wallOf } from '../controls/date-field.tsx';
import { useHostNow } from '../session/use-host-clock.ts';

type Props = {
  label: string;
  /** The time that counts, in ms since the epoch. */
  ts: number | null;
  /** Their timezone stays as long as the field: with another there must be another field. */
  times: TimeText;
  /** Why the time does not count though it is whole. */
  error?: string | undefined;
  granularity?: 'minute' | 'second';
  onChoose: (ts: number | null) => void;
  /** As of `DateField`. */
  onBeyond?: (isBeyond: boolean) => void;
};

/** Why a form with such a time is not sent. */
export const beyondTimes = 'Choose times from 2000 on';

/** No change is older. */
const firstDay = parseDateTime('2000-01-01T00:00');
const lastDay = wallOf(stampText(latestMs, 0));

/** A minute, or a second, by the clocks of the system. */
export function TimeField({ label, ts, times, error, granularity = 'minute', onChoose, onBeyond }: Props) {
  const now = useHostNow();
  const value = useMemo(() => (ts === null ? null : wallOf(times.stamp(ts))), [ts, times]);
  // Where the calendar opens: today at midnight.
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

type FieldsProps<End extends string> = Pick<Props, 'times' | 'granularity'> & {
  /** The label of each end, in order. */
  labels: Readonly<Record<End, string>>;
  values: Readonly<Record<NoInfer<End>, number | null>>;
  errors: { readonly [Of in NoInfer<End>]?: string | undefined };
  onChoose: (chosen: { [Of in NoInfer<End>]?: number | null }) => void;
  onBeyond?: (end: NoInfer<End>) => (isBeyond: boolean) => void;
};

/** Both ends of a time. With other clocks they are new fields: what is half typed was meant by the old. */
export function TimeFields<End extends string>({ labels, values, errors, onChoose, onBeyond, ...all }: FieldsProps<End>) {
  return (Object.keys(labels) as End[]).map((end) => (
    <TimeField
      key={`${end} ${all.times.timezone}`}
      label={labels[end]}
      ts={values[end]}
      error={errors[end]}
      onBeyond={onBeyond?.(end)}
      onChoose={(ts) => onChoose({ [end]: ts } as { [Of in End]?: number | null })}
      {...all}
    />
  ));
}
