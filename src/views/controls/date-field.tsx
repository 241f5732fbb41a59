import { DatePicker } from '@adobe/react-spectrum/DatePicker';
import { type CalendarDate, type CalendarDateTime, isSameDay, parseDateTime } from '@internationalized/date';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria/I18nProvider';
import styles from './date-field.module.css';

type Props<Of extends CalendarDate | CalendarDateTime> = {
  label: string;
  /** Where the label is for who cannot see it alone. */
  isLabelHidden?: boolean;
  granularity: 'day' | 'minute' | 'second';
  /** The one that counts: one object for each, or what is half typed would be taken back. */
  value: Of | null;
  least: Of;
  most: Of;
  /** Where the calendar opens while nothing is chosen. */
  placeholder: Of;
  /** Why it does not count though it is whole. */
  error?: string | undefined;
  onChoose: (value: Of | null) => void;
  /**
   * Says whether what is typed lies beyond `least` and `most`: it does not count, and the one of before still
   * does. A form that is sent must know (`useBeyond`).
   */
  onBeyond?: ((isBeyond: boolean) => void) | undefined;
};

/** What was typed while `base` counted, in words; null for a field that was emptied. */
type Draft<Of> = { value: Of | null; base: string };

/** English that writes the year first, as all times here are written (CHG-30). */
const yearFirst = 'en-CA';

/**
 * A day or a minute. One of the calendar counts at once; what is typed counts by Enter or when the field is
 * left, as digits come one by one and 10:04 stands there on the way to 10:40. Escape gives it up (CHG-28).
 */
export function DateField<Of extends CalendarDate | CalendarDateTime>(props: Props<Of>) {
  const { label, isLabelHidden = false, value: chosen, least, most, error } = props;
  const now = chosen?.toString() ?? '';
  // The field reports what it makes of the digits and that it is left within one event, before it is drawn.
  const draft = useRef<Draft<Of> | null>(null);
  const [drawn, setDrawn] = useState<Draft<Of> | null>(null);
  const [givenUp, setGivenUp] = useState(0);
  const isOpen = useRef(false);
  const shown = drawn?.base === now ? drawn.value : chosen;
  const isOutside = (value: Of | null): boolean => value !== null && (value.compare(least) < 0 || value.compare(most) > 0);
  const isBeyond = drawn?.base === now && isOutside(drawn.value);
  const sayBeyond = useEffectEvent((is: boolean) => props.onBeyond?.(is));
  // Also one that is given up, overtaken by another or gone with its field lies beyond nothing any more.
  useEffect(() => {
    if (!isBeyond) return undefined;
    sayBeyond(true);
    return () => sayBeyond(false);
  }, [isBeyond]);
  const hold = (next: Draft<Of> | null): void => {
    draft.current = next;
    setDrawn(next);
  };
  const choose = (): void => {
    const typed = draft.current;
    if (typed === null) return;
    // Another one counts since, such as by the browser's Back: what was typed over the last one is gone.
    if (typed.base !== now) return hold(null);
    if (isOutside(typed.value)) return;
    hold(null);
    if ((typed.value?.toString() ?? '') !== now) props.onChoose(typed.value);
  };
  const changeTo = (value: Of | null): void => {
    const isOtherDay = value !== null && shown !== null && !isSameDay(value, shown);
    hold({ value, base: now });
    if (isOpen.current && isOtherDay) choose();
  };
  const onKey = ({ key, currentTarget, ...event }: KeyboardEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement;
    if (!target.isContentEditable) return;
    if (key === 'Enter') {
      // What is no time, such as 30 February, becomes one when the field is left.
      target.blur();
      target.focus();
      choose();
    }
    if (key === 'Escape') {
      hold(null);
      // Only a new field forgets what is half typed. In the calendar, Escape closes it.
      if (currentTarget.contains(target)) setGivenUp((count) => count + 1);
    }
  };
  const isRefused = error !== undefined && drawn?.base !== now;
  return (
    // On the way down: within the field, Enter is taken for a press of it.
    <div className={styles.field} role="presentation" onKeyDownCapture={onKey}>
      <I18nProvider locale={yearFirst}>
        <DatePicker<Of>
          key={givenUp}
          autoFocus={givenUp > 0}
          {...(isLabelHidden ? { 'aria-label': label } : { label })}
          width="100%"
          granularity={props.granularity}
          hourCycle={24}
          minValue={least}
          maxValue={most}
          placeholderValue={props.placeholder}
          value={shown}
          onChange={(value) => changeTo(value as Of | null)}
          onBlur={choose}
          onOpenChange={(opened) => {
            isOpen.current = opened;
            if (!opened) choose();
          }}
          {...(isRefused ? { validationState: 'invalid', errorMessage: error } : {})}
        />
      </I18nProvider>
    </div>
  );
}

/** Whether what is typed in some field of a form lies beyond its bounds; the `onBeyond` of each by name. */
export function useBeyond(): [isAny: boolean, note: (name: string) => (isBeyond: boolean) => void] {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const note = (name: string) => (isBeyond: boolean) =>
    setNames((before) => (isBeyond ? new Set([...before, name]) : new Set([...before].filter((other) => other !== name))));
  return [names.size > 0, note];
}

/** What clocks show then, of '2026-05-01 14:03:20'. */
export function wallOf(stamp: string): CalendarDateTime {
  return parseDateTime(stamp.replace(' ', 'T'));
}
