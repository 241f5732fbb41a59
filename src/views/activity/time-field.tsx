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
  /** Formats times in the system's timezone. If the timezone changes, render a new field. */
  times: TimeText;
  /** Why the current time is not accepted; hidden while the person types another. */
  error?: string | undefined;
  granularity?: 'minute' | 'second';
  onChoose: (ts: number | null) => void;
  /** Reports whether the typed time is out of bounds, as in `DateField`. */
  onBeyond?: (isBeyond: boolean) => void;
};

/** Why a form cannot be sent while a time is out of bounds. */
export const beyondTimes = 'Choose times from 2000 on';

/** The earliest and the latest time that can be chosen. */
const firstDay = parseDateTime('2000-01-01T00:00');
const lastDay = wallOf(stampText(latestMs, 0));

/** A field for a time to the minute or second, in the system's timezone. */
export function TimeField({ label, ts, times, error, granularity = 'minute', onChoose, onBeyond }: Props) {
  const now = useHostNow();
  const value = useMemo(() => (ts === null ? null : wallOf(times.stamp(ts))), [ts, times]);
  // While the field is empty, its calendar opens at today's midnight.
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
  /** The ends of the time range in order, each with its label. */
  labels: Readonly<Record<End, string>>;
  values: Readonly<Record<NoInfer<End>, number | null>>;
  errors: { readonly [Of in NoInfer<End>]?: string | undefined };
  onChoose: (chosen: { [Of in NoInfer<End>]?: number | null }) => void;
  onBeyond?: (end: NoInfer<End>) => (isBeyond: boolean) => void;
};

/**
 * The two ends of a time range. A new timezone renders new fields, because half-typed digits were meant for
 * the old one.
 */
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
