import { DatePicker } from '@adobe/react-spectrum/DatePicker';
import { type CalendarDate, type CalendarDateTime, isSameDay, parseDateTime } from '@internationalized/date';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria/I18nProvider';
import styles from './date-field.module.css';

type Props<Of extends CalendarDate | CalendarDateTime> = {
  label: string;
  /** Hides the label, except from screen readers. */
  isLabelHidden?: boolean;
  granularity: 'day' | 'minute' | 'second';
  /** The current value. Pass the same object until it changes, or the field drops what is half typed. */
  value: Of | null;
  least: Of;
  most: Of;
  /** Where the calendar opens while the field is empty. */
  placeholder: Of;
  /** Why the current value is not accepted; hidden while the person types another. */
  error?: string | undefined;
  onChoose: (value: Of | null) => void;
  /**
   * Reports whether the typed value is outside `least` and `most`. Such a value is not applied: the previous
   * one stays. A form must know this before it is sent (`useBeyond`).
   */
  onBeyond?: ((isBeyond: boolean) => void) | undefined;
};

/**
 * The value typed over `base` (the current value as text) and not applied yet; `value` is null if the field
 * was emptied.
 */
type Draft<Of> = { value: Of | null; base: string };

/** An English locale that writes the year first, like all times in the console (CHG-30). */
const yearFirst = 'en-CA';

/**
 * A field for a day or a time. A day chosen in the calendar is applied immediately. What is typed is applied
 * on Enter or when the field loses the focus, because 10:04 appears while 10:40 is typed. Escape drops it
 * (CHG-28).
 */
export function DateField<Of extends CalendarDate | CalendarDateTime>(props: Props<Of>) {
  const { label, isLabelHidden = false, value: chosen, least, most, error } = props;
  const now = chosen?.toString() ?? '';
  // A ref, because the field can report a change and the loss of focus in one event, before a redraw.
  const draft = useRef<Draft<Of> | null>(null);
  const [drawn, setDrawn] = useState<Draft<Of> | null>(null);
  const [givenUp, setGivenUp] = useState(0);
  const isOpen = useRef(false);
  const shown = drawn?.base === now ? drawn.value : chosen;
  const isOutside = (value: Of | null): boolean => value !== null && (value.compare(least) < 0 || value.compare(most) > 0);
  const isBeyond = drawn?.base === now && isOutside(drawn.value);
  const sayBeyond = useEffectEvent((is: boolean) => props.onBeyond?.(is));
  // Also report false when the typed value is dropped or replaced, or the field is removed.
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
    // The current value has changed since the typing, for example by the browser's Back: drop what was typed.
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
      // Blur the field first: it then turns an impossible date such as 30 February into a valid one.
      target.blur();
      target.focus();
      choose();
    }
    if (key === 'Escape') {
      hold(null);
      // Render a new field, because only that forgets what is half typed. In the calendar, Escape only closes
      // the calendar.
      if (currentTarget.contains(target)) setGivenUp((count) => count + 1);
    }
  };
  const isRefused = error !== undefined && drawn?.base !== now;
  return (
    // Capture the key before the field receives it: the field would treat Enter as a press.
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

/**
 * Returns whether any field is out of bounds, and a function that returns a field's `onBeyond` by the field's
 * name.
 */
export function useBeyond(): [isAny: boolean, note: (name: string) => (isBeyond: boolean) => void] {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const note = (name: string) => (isBeyond: boolean) =>
    setNames((before) => (isBeyond ? new Set([...before, name]) : new Set([...before].filter((other) => other !== name))));
  return [names.size > 0, note];
}

/** Converts a stamp such as '2026-05-01 14:03:20' to a date and time without a timezone. */
export function wallOf(stamp: string): CalendarDateTime {
  return parseDateTime(stamp.replace(' ', 'T'));
}
